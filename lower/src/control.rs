//! Loops, conditions and calls.

use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};
use inkwell::{AddressSpace, IntPredicate};
use ovolo_lang::affine::IntegerSet;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::abi::Component;
use crate::conditional::LastValue;
use crate::emit::returned;
use crate::error::{LowerError, Result};
use crate::extreme::Extreme;
use crate::function::{FunctionLowering, map_attribute};
use crate::hint::{LoopHints, goes_across_rows, is_register_tile, is_short};
use crate::line::Along;

impl<'c> FunctionLowering<'_, 'c> {
    pub fn affine_for(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let (lower, upper, inits) = loop_operands(op)?;
        let lower = self.map_results(op, "lowerBoundMap", lower)?;
        let lower = self.extreme(&lower, OpCode::MaxSI)?.materialize(self.emit)?;
        let upper = self.map_results(op, "upperBoundMap", upper)?;
        let upper = self.extreme(&upper, OpCode::MinSI)?.materialize(self.emit)?;
        let step = op.attribute("step").map_or(Some(1), Attribute::as_i64);
        let step = step
            .filter(|s| *s > 0)
            .ok_or_else(|| LowerError::new("the step must be a positive integer"))?;
        let step = self.emit.index(step);
        self.carrying_loop(id, [lower, upper, step], inits, |_, counter| Ok(counter))
    }

    /// A loop operation that counts between these bounds with this step, whose body hands values from one iteration to
    /// the next. `variable` makes its induction variable of the counter.
    pub fn carrying_loop(
        &mut self,
        id: OpId,
        [lower, upper, step]: [IntValue<'c>; 3],
        inits: &[ValueId],
        variable: impl Fn(&Self, IntValue<'c>) -> Result<IntValue<'c>>,
    ) -> Result<()> {
        let op = self.ir.op(id);
        let body = self.body(id, 0)?;
        let (&iv, carried) = self
            .ir
            .block(body)
            .arguments
            .split_first()
            .ok_or_else(|| LowerError::new("the body must have the induction variable as an argument"))?;
        let types: Vec<Type> = carried.iter().map(|&v| self.ir.ty(v).clone()).collect();
        let firsts = self.parts_of(inits, &types)?;
        let mut inits = firsts.clone();
        let none = self
            .no_iteration(lower, upper)
            .filter(|_| firsts.len() == carried.len());
        let mut lasts = none.map_or_else(Vec::new, |_| LastValue::all(self.ir, body));
        let none = none.unwrap_or(lower);
        let places: Vec<_> = lasts.iter().map(|last| (last.place, last.condition)).collect();
        let mut extreme = None;
        if step == self.emit.index(1) && none != lower {
            let bits = none.get_type().get_bit_width();
            extreme = Extreme::of(self.ir, body, &places).or_else(|| Extreme::of_place(self.ir, body, bits));
        }
        let tuning = self.emit.tuning.get();
        let (mut from, mut at) = (lower, none);
        let mut to = upper;
        let asks = tuning.whole_lines || tuning.masked_rests;
        let is_plain = asks && firsts.is_empty() && step == self.emit.index(1);
        let along = is_plain.then(|| Along::of(self.ir, id)).flatten();
        if let Some(along) = &along {
            if tuning.whole_lines {
                from = self.up_to_line(along, body, [lower, upper], &variable)?;
            }
            to = self.end_of_vectors(along, [from, upper])?;
        }
        if let Some(extreme) = extreme {
            let kept;
            (from, kept, at) = self.lanes_of_extreme(&extreme, body, [lower, upper], &firsts, none)?;
            match extreme.place {
                Some(place) => inits[place] = kept,
                None => inits[0] = self.iteration_or(at, none, firsts[0].into_int_value())?.into(),
            }
        }
        if extreme.is_none() {
            lasts.retain(|last| last.is_apart(self.ir, body));
        }
        for last in &lasts {
            inits[last.place] = at.into();
        }
        let (mut results, latch) = self.latched_loop(from, to, step, inits, |this, counter, state| {
            let value = variable(this, counter)?;
            this.define(iv, value.into())?;
            let mut before = state.to_vec();
            for last in &lasts {
                before[last.place] = firsts[last.place];
            }
            let mut before = before.into_iter();
            for &value in carried {
                this.define_parts(value, &mut before)?;
            }
            let mut next = this.scoped(body, &types)?;
            for last in &lasts {
                let before = state[last.place].into_int_value();
                next[last.place] = this.last_iteration(last, iv, [before, none])?;
            }
            Ok(next)
        })?;
        for last in &lasts {
            let iteration = results[last.place].into_int_value();
            results[last.place] = self.value_at_last(last, iv, [iteration, none], firsts[last.place])?;
        }
        let is_rolled = tuning.rolled_loops && !is_short([lower, upper, step]);
        let hints = LoopHints {
            no_vectors: !tuning.gathers && goes_across_rows(self.ir, id),
            no_unrolling: is_rolled || is_register_tile(self.ir, body, self.emit.registers),
            no_interleaving: is_rolled,
            ..LoopHints::default()
        };
        self.emit.hint(latch, hints)?;
        if let Some(along) = &along {
            self.masked_loop(along, body, [to, upper], &variable)?;
        }
        self.define_results(op, &types, results)
    }

    /// The body of one iteration, which frees what it puts on the stack; returns what it yields.
    pub fn scoped(&mut self, body: BlockId, types: &[Type]) -> Result<Vec<BasicValueEnum<'c>>> {
        let mark = match self.allocates_dynamically(body) {
            true => Some(self.save_stack()?),
            false => None,
        };
        let yielded = self.block(body)?;
        let next = self.parts_of(&yielded, types)?;
        if let Some(mark) = mark {
            self.restore_stack(mark)?;
        }
        Ok(next)
    }

    /// `for (i = lower; i < upper; i += step) state = body(i, state)`; returns the last state.
    pub fn counted_loop(
        &mut self,
        lower: IntValue<'c>,
        upper: IntValue<'c>,
        step: i64,
        inits: Vec<BasicValueEnum<'c>>,
        body: impl FnOnce(&mut Self, IntValue<'c>, &[BasicValueEnum<'c>]) -> Result<Vec<BasicValueEnum<'c>>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let step = self.emit.index(step);
        self.loop_by(lower, upper, step, inits, body)
    }

    /// As [`FunctionLowering::counted_loop`], with a step that is known at run time.
    pub fn loop_by(
        &mut self,
        lower: IntValue<'c>,
        upper: IntValue<'c>,
        step: IntValue<'c>,
        inits: Vec<BasicValueEnum<'c>>,
        body: impl FnOnce(&mut Self, IntValue<'c>, &[BasicValueEnum<'c>]) -> Result<Vec<BasicValueEnum<'c>>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        Ok(self.latched_loop(lower, upper, step, inits, body)?.0)
    }

    /// As [`FunctionLowering::loop_by`]; returns the branch back to the start of the loop, too.
    pub fn latched_loop(
        &mut self,
        lower: IntValue<'c>,
        upper: IntValue<'c>,
        step: IntValue<'c>,
        inits: Vec<BasicValueEnum<'c>>,
        body: impl FnOnce(&mut Self, IntValue<'c>, &[BasicValueEnum<'c>]) -> Result<Vec<BasicValueEnum<'c>>>,
    ) -> Result<(Vec<BasicValueEnum<'c>>, InstructionValue<'c>)> {
        let (context, builder) = (self.emit.context, &self.emit.builder);
        let before = self.current_block()?;
        let header = context.append_basic_block(self.function, "loop");
        let inside = context.append_basic_block(self.function, "body");
        let after = context.append_basic_block(self.function, "done");
        builder.build_unconditional_branch(header)?;

        builder.position_at_end(header);
        let counter = builder.build_phi(self.emit.index_type(), "")?;
        counter.add_incoming(&[(&lower, before)]);
        let mut state = Vec::with_capacity(inits.len());
        for init in &inits {
            let phi = builder.build_phi(init.get_type(), "")?;
            phi.add_incoming(&[(init, before)]);
            state.push(phi);
        }
        let counter_value = counter.as_basic_value().into_int_value();
        let state_values: Vec<_> = state.iter().map(|phi| phi.as_basic_value()).collect();
        let more = builder.build_int_compare(IntPredicate::SLT, counter_value, upper, "")?;
        builder.build_conditional_branch(more, inside, after)?;

        builder.position_at_end(inside);
        // What the body puts on the stack is gone when it runs again.
        let repeats = std::mem::replace(&mut self.repeats, false);
        let next = body(self, counter_value, &state_values)?;
        self.repeats = repeats;
        let next_counter = self.emit.exact_int(InstructionOpcode::Add, counter_value, step)?;
        let end = self.current_block()?;
        counter.add_incoming(&[(&next_counter, end)]);
        for (phi, value) in state.iter().zip(&next) {
            phi.add_incoming(&[(value, end)]);
        }
        let latch = self.emit.builder.build_unconditional_branch(header)?;
        self.emit.builder.position_at_end(after);
        Ok((state_values, latch))
    }

    pub fn affine_if(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let set = op
            .attribute("condition")
            .and_then(Attribute::as_integer_set)
            .ok_or_else(|| LowerError::new("the attribute `condition` is missing"))?;
        let condition = self.set_holds(set, &op.operands)?;
        self.branches(id, condition)
    }

    /// The first region of an operation where the condition holds, the second elsewhere.
    pub fn branches(&mut self, id: OpId, condition: IntValue<'c>) -> Result<()> {
        let op = self.ir.op(id);
        let types: Vec<Type> = op.results.iter().map(|&v| self.ir.ty(v).clone()).collect();
        self.either(op, condition, &types, |this, holds| {
            this.branch(id, usize::from(!holds), &types)
        })
    }

    /// What `emit` makes with `true` where the condition holds, with `false` elsewhere; it returns the registers of the
    /// results of the operation.
    pub fn either(
        &mut self,
        op: &Op,
        condition: IntValue<'c>,
        types: &[Type],
        mut emit: impl FnMut(&mut Self, bool) -> Result<Vec<BasicValueEnum<'c>>>,
    ) -> Result<()> {
        let (context, builder) = (self.emit.context, &self.emit.builder);
        let then_block = context.append_basic_block(self.function, "then");
        let else_block = context.append_basic_block(self.function, "else");
        let after = context.append_basic_block(self.function, "endif");
        builder.build_conditional_branch(condition, then_block, else_block)?;

        builder.position_at_end(then_block);
        let then_values = emit(self, true)?;
        let then_end = self.current_block()?;
        self.emit.builder.build_unconditional_branch(after)?;

        self.emit.builder.position_at_end(else_block);
        let else_values = emit(self, false)?;
        let else_end = self.current_block()?;
        self.emit.builder.build_unconditional_branch(after)?;

        self.emit.builder.position_at_end(after);
        let mut results = Vec::new();
        for (a, b) in then_values.iter().zip(&else_values) {
            let phi = self.emit.builder.build_phi(a.get_type(), "")?;
            phi.add_incoming(&[(a, then_end), (b, else_end)]);
            results.push(phi.as_basic_value());
        }
        self.define_results(op, types, results)
    }

    /// Emits one region of a condition and returns what it yields; a region without a block is empty.
    fn branch(&mut self, id: OpId, region: usize, types: &[Type]) -> Result<Vec<BasicValueEnum<'c>>> {
        let regions = &self.ir.op(id).regions;
        let empty = regions
            .get(region)
            .is_none_or(|&r| self.ir.region(r).blocks.is_empty());
        let yielded = if empty {
            Vec::new()
        } else {
            self.block(self.body(id, region)?)?
        };
        self.parts_of(&yielded, types)
    }

    fn set_holds(&self, set: &IntegerSet, operands: &[ValueId]) -> Result<IntValue<'c>> {
        let operands = self.indices(operands)?;
        let dims = set.num_dims as usize;
        if operands.len() != dims + set.num_symbols as usize {
            return Err(LowerError::new("the set takes another number of operands"));
        }
        let (dims, symbols) = operands.split_at(dims);
        let zero = self.emit.index(0);
        let mut all = self.emit.context.bool_type().const_all_ones();
        for constraint in &set.constraints {
            let value = self
                .emit
                .affine(&constraint.expr, dims, symbols)?
                .materialize(self.emit)?;
            let predicate = if constraint.is_equality {
                IntPredicate::EQ
            } else {
                IntPredicate::SGE
            };
            let builder = &self.emit.builder;
            let holds = builder.build_int_compare(predicate, value, zero, "")?;
            all = builder.build_and(all, holds, "")?;
        }
        Ok(all)
    }

    pub fn call(&mut self, op: &Op) -> Result<()> {
        let callee = op
            .attribute("callee")
            .and_then(Attribute::as_symbol)
            .ok_or_else(|| LowerError::new("the attribute `callee` is missing"))?;
        let (signature, function) = self
            .functions
            .get(callee)
            .ok_or_else(|| LowerError::new(format!("the module has no function @{callee}")))?;
        let mut args = self.parts_of(&op.operands, &signature.parameters)?;
        let out = signature.out_components()?;
        let mut pointers = Vec::new();
        for component in &out {
            let ty = match component {
                Component::Scalar(ty) => self.emit.memory_type(ty)?,
                other => other.llvm_type(self.emit)?,
            };
            pointers.push(self.automatic(ty, 64)?);
        }
        args.extend(pointers.iter().map(|&p| BasicValueEnum::from(p)));
        let args: Vec<_> = args.into_iter().map(|a| a.into()).collect();
        let call = self.emit.builder.build_call(*function, &args, "")?;
        let results = match signature.returned() {
            Some(_) => vec![returned(call)?],
            None => out
                .iter()
                .zip(&pointers)
                .map(|(component, &pointer)| self.load_component(component, pointer))
                .collect::<Result<_>>()?,
        };
        let types = signature.results.clone();
        self.define_results(op, &types, results)
    }

    pub fn define_results(&mut self, op: &Op, types: &[Type], parts: Vec<BasicValueEnum<'c>>) -> Result<()> {
        let own = op.results.iter().map(|&v| self.ir.ty(v));
        if op.results.len() != types.len() || own.zip(types).any(|(a, b)| a != b) {
            return Err(LowerError::new(
                "the results do not have the types that are yielded",
            ));
        }
        let mut parts = parts.into_iter();
        for &result in &op.results {
            self.define_parts(result, &mut parts)?;
        }
        Ok(())
    }

    pub fn body(&self, id: OpId, region: usize) -> Result<BlockId> {
        self.ir
            .single_block(id, region)
            .ok_or_else(|| LowerError::new("a region must have one block"))
    }

    pub fn current_block(&self) -> Result<inkwell::basic_block::BasicBlock<'c>> {
        self.emit
            .builder
            .get_insert_block()
            .ok_or_else(|| LowerError::internal("no block to emit to"))
    }

    /// Whether the block holds an automatic buffer that is on the stack for each time anew: its size is not known here,
    /// or it lies in a region that may run several times.
    pub fn allocates_dynamically(&self, block: BlockId) -> bool {
        self.allocates(block, false)
    }

    fn allocates(&self, block: BlockId, repeats: bool) -> bool {
        self.ir.block(block).ops.iter().any(|&id| {
            let op = self.ir.op(id);
            if op.code() == Some(OpCode::MemRefAlloca) {
                return repeats || !op.operands.is_empty();
            }
            op.regions.iter().any(|&region| {
                let blocks = &self.ir.region(region).blocks;
                let repeats = repeats || blocks.len() > 1 || op.code() == Some(OpCode::ScfWhile);
                blocks.iter().any(|&block| self.allocates(block, repeats))
            })
        })
    }

    pub fn save_stack(&self) -> Result<BasicValueEnum<'c>> {
        let pointer = self.emit.context.ptr_type(AddressSpace::default());
        returned(self.emit.intrinsic("llvm.stacksave", &[pointer.into()], &[])?)
    }

    pub fn restore_stack(&self, mark: BasicValueEnum<'c>) -> Result<()> {
        let pointer = self.emit.context.ptr_type(AddressSpace::default());
        self.emit
            .intrinsic("llvm.stackrestore", &[pointer.into()], &[mark])?;
        Ok(())
    }
}

/// The operands of the lower bound, of the upper bound, and the initial values.
fn loop_operands(op: &Op) -> Result<(&[ValueId], &[ValueId], &[ValueId])> {
    let count = |name: &str| -> Result<usize> {
        let map = map_attribute(op, name)?;
        Ok(map.num_dims as usize + map.num_symbols as usize)
    };
    let lower = count("lowerBoundMap")?;
    let upper = lower + count("upperBoundMap")?;
    if op.operands.len() < upper {
        return Err(LowerError::new("the bounds take more operands than there are"));
    }
    Ok((
        &op.operands[..lower],
        &op.operands[lower..upper],
        &op.operands[upper..],
    ))
}

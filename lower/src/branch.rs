//! Regions of several blocks, and the operations that run a region once or choose one.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, IntValue, PhiValue};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Block, BlockId, Op, OpId, RegionId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::abi::Component;
use crate::emit::int_literal;
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, operand};
use crate::view::integers;

/// Where control goes, and the values that it brings along.
struct Target<'c> {
    block: BasicBlock<'c>,
    types: Vec<Type>,
    phis: Vec<PhiValue<'c>>,
}

/// Where the iterations of an `scf.while` go.
struct WhileTargets<'c> {
    /// In which is asked whether there is another one.
    before: BlockId,
    header: Target<'c>,
    done: Target<'c>,
}

/// What an iteration of a loop hands on to the next: a value, or what the block in which it ends yields in this place.
#[derive(Clone, Copy)]
enum Carried {
    Value(ValueId),
    Yielded(usize),
}

impl<'c> FunctionLowering<'_, 'c> {
    /// The blocks of a region whose arguments are defined; returns the parts of what it passes on, values of these types.
    pub fn region(&mut self, region: RegionId, types: &[Type]) -> Result<Vec<BasicValueEnum<'c>>> {
        let blocks = &self.ir.region(region).blocks;
        let &[entry, ..] = blocks.as_slice() else {
            return Err(LowerError::new("the region has no block"));
        };
        if blocks.len() == 1 {
            let yielded = self.block(entry)?;
            return self.parts_of(&yielded, types);
        }
        let order = self.reverse_postorder(entry);
        let start = self.current_block()?;
        let mut targets = FxHashMap::default();
        for &block in order.iter().filter(|&&block| block != entry) {
            let arguments = &self.ir.block(block).arguments;
            let types = arguments.iter().map(|&v| self.ir.ty(v).clone()).collect();
            targets.insert(block, self.target("block", types)?);
        }
        let after = self.target("after", types.to_vec())?;
        self.emit.builder.position_at_end(start);
        let repeats = std::mem::replace(&mut self.repeats, true);
        for &block in &order {
            if let Some(target) = targets.get(&block) {
                self.emit.builder.position_at_end(target.block);
                let mut parts = target.phis.iter().map(|phi| phi.as_basic_value());
                for &argument in &self.ir.block(block).arguments {
                    self.define_parts(argument, &mut parts)?;
                }
            }
            match self.operations(block)? {
                Some(last) => {
                    let op = self.ir.op(last);
                    self.leave(op, &targets, &after)
                        .map_err(|e| e.at(op.name.as_str(), op.span))?;
                }
                None => return Err(LowerError::new("a block has no terminator")),
            }
        }
        self.repeats = repeats;
        self.emit.builder.position_at_end(after.block);
        if after.phis.iter().any(|phi| phi.count_incoming() == 0) {
            // Control never gets here.
            let values = after.phis.iter().map(|phi| poison(phi.as_basic_value()));
            let values = values.collect();
            after
                .phis
                .iter()
                .for_each(|phi| phi.as_instruction().erase_from_basic_block());
            return Ok(values);
        }
        Ok(after.phis.iter().map(|phi| phi.as_basic_value()).collect())
    }

    /// The blocks that control can reach, each before those that it dominates.
    fn reverse_postorder(&self, entry: BlockId) -> Vec<BlockId> {
        let successors = |block: BlockId| {
            let last = self.ir.block(block).ops.last();
            last.map_or(&[][..], |&last| self.ir.op(last).successors.as_slice())
        };
        let mut seen = FxHashSet::from_iter([entry]);
        let mut open = vec![(entry, 0)];
        let mut order = Vec::new();
        while let Some((block, next)) = open.last_mut() {
            match successors(*block).get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if seen.insert(successor) {
                        open.push((successor, 0));
                    }
                }
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// A block with a phi for each part of values of these types. Leaves the builder there.
    fn target(&self, name: &str, types: Vec<Type>) -> Result<Target<'c>> {
        let block = self.emit.context.append_basic_block(self.function, name);
        self.emit.builder.position_at_end(block);
        let mut phis = Vec::new();
        for component in Component::of_types(&types)? {
            phis.push(self.emit.builder.build_phi(component.llvm_type(self.emit)?, "")?);
        }
        Ok(Target { block, types, phis })
    }

    /// Goes from the end of a block where its terminator says.
    fn leave(&self, op: &Op, targets: &FxHashMap<BlockId, Target<'c>>, after: &Target<'c>) -> Result<()> {
        let target = |i: usize| {
            let block = op.successors.get(i).and_then(|block| targets.get(block));
            block.ok_or_else(|| LowerError::new("a successor is missing"))
        };
        match op.code() {
            Some(OpCode::Branch) => self.jump(target(0)?, &op.operands),
            Some(OpCode::CondBranch) => {
                let [condition, first, second] = segments(op)?;
                let condition = match condition {
                    [condition] => self.value(*condition)?.into_int_value(),
                    _ => return Err(LowerError::new("the condition is missing")),
                };
                let edges = [self.edge(target(0)?, first)?, self.edge(target(1)?, second)?];
                self.emit
                    .builder
                    .build_conditional_branch(condition, edges[0], edges[1])?;
                Ok(())
            }
            Some(OpCode::Switch) => {
                let [flag, default, mut operands] = segments(op)?;
                let flag = self.value(
                    *flag
                        .first()
                        .ok_or_else(|| LowerError::new("the flag is missing"))?,
                )?;
                let flag = flag.into_int_value();
                let (values, sizes) = (
                    integers_of(op, "case_values"),
                    integers(op, "case_operand_segments"),
                );
                let default = self.edge(target(0)?, default)?;
                let mut cases = Vec::new();
                for (i, (&value, &size)) in values.iter().zip(&sizes).enumerate() {
                    let parts = usize::try_from(size)
                        .ok()
                        .and_then(|n| operands.split_at_checked(n));
                    let (own, rest) = parts.ok_or_else(|| LowerError::new("an operand is missing"))?;
                    operands = rest;
                    let value = int_literal(flag.get_type(), value.into());
                    cases.push((value, self.edge(target(i + 1)?, own)?));
                }
                if values.len() + 1 != op.successors.len() {
                    return Err(LowerError::new("another number of cases than of successors"));
                }
                self.emit.builder.build_switch(flag, default, &cases)?;
                Ok(())
            }
            _ if op.successors.is_empty() => self.jump(after, &op.operands),
            _ => Err(LowerError::new("the terminator has no meaning here")),
        }
    }

    /// A block that goes on to a target with these values, so that several ways may lead from one block to another.
    fn edge(&self, target: &Target<'c>, values: &[ValueId]) -> Result<BasicBlock<'c>> {
        let here = self.current_block()?;
        let edge = self.emit.context.append_basic_block(self.function, "edge");
        self.emit.builder.position_at_end(edge);
        self.jump(target, values)?;
        self.emit.builder.position_at_end(here);
        Ok(edge)
    }

    fn jump(&self, target: &Target<'c>, values: &[ValueId]) -> Result<()> {
        let parts = self.parts_of(values, &target.types)?;
        self.jump_with(target, &parts)
    }

    fn jump_with(&self, target: &Target<'c>, parts: &[BasicValueEnum<'c>]) -> Result<()> {
        let here = self.current_block()?;
        for (phi, part) in target.phis.iter().zip(parts) {
            phi.add_incoming(&[(part, here)]);
        }
        self.emit.builder.build_unconditional_branch(target.block)?;
        Ok(())
    }

    pub fn execute_region(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let types = self.result_types(op);
        let region = *op
            .regions
            .first()
            .ok_or_else(|| LowerError::new("the region is missing"))?;
        let parts = self.region(region, &types)?;
        self.define_results(op, &types, parts)
    }

    /// A region at whose end its automatic buffers are gone.
    pub fn alloca_scope(&mut self, id: OpId) -> Result<()> {
        let mark = self.save_stack()?;
        self.execute_region(id)?;
        self.restore_stack(mark)
    }

    /// The region of the case that an index equals, or the first one.
    pub fn index_switch(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let types = self.result_types(op);
        let flag = self.index(operand(op, 0)?)?.materialize(self.emit)?;
        let cases = integers(op, "cases");
        if op.regions.len() != cases.len() + 1 {
            return Err(LowerError::new("another number of regions than of cases"));
        }
        let here = self.current_block()?;
        let after = self.target("after", types.clone())?;
        let mut blocks = Vec::new();
        for &region in &op.regions {
            let block = self.emit.context.append_basic_block(self.function, "case");
            self.emit.builder.position_at_end(block);
            let parts = self.region(region, &types)?;
            self.jump_with(&after, &parts)?;
            blocks.push(block);
        }
        self.emit.builder.position_at_end(here);
        let cases = cases.iter().map(|&case| self.emit.index(case));
        let cases: Vec<(IntValue<'c>, BasicBlock<'c>)> = cases.zip(blocks[1..].iter().copied()).collect();
        self.emit.builder.build_switch(flag, blocks[0], &cases)?;
        self.emit.builder.position_at_end(after.block);
        let parts = after.phis.iter().map(|phi| phi.as_basic_value()).collect();
        self.define_results(op, &types, parts)
    }

    /// A loop whose first region decides whether the second one runs.
    pub fn scf_while(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let (before, after) = (self.body(id, 0)?, self.body(id, 1)?);
        let types =
            |values: &[ValueId]| -> Vec<Type> { values.iter().map(|&v| self.ir.ty(v).clone()).collect() };
        let arguments = &self.ir.block(before).arguments;
        let carried = &self.ir.block(after).arguments;
        let (enters, leaves) = (types(arguments), types(carried));
        let inits = self.parts_of(&op.operands, &enters)?;
        let here = self.current_block()?;
        let targets = WhileTargets {
            before,
            header: self.target("while", enters.clone())?,
            done: self.target("done", leaves.clone())?,
        };
        let header = &targets.header;
        self.emit.builder.position_at_end(here);
        self.jump_with(header, &inits)?;
        self.emit.builder.position_at_end(header.block);
        let mut parts = header.phis.iter().map(|phi| phi.as_basic_value());
        for &argument in arguments {
            self.define_parts(argument, &mut parts)?;
        }
        let repeats = std::mem::replace(&mut self.repeats, true);
        let given = self.block(before)?;
        let Some((&condition, passed)) = given.split_first() else {
            return Err(LowerError::new("the condition is missing"));
        };
        let condition = self.value(condition)?.into_int_value();
        let passed = self.parts_of(passed, &leaves)?;
        let end = self.current_block()?;
        for (phi, part) in targets.done.phis.iter().zip(&passed) {
            phi.add_incoming(&[(part, end)]);
        }
        let body = self.emit.context.append_basic_block(self.function, "body");
        self.emit
            .builder
            .build_conditional_branch(condition, body, targets.done.block)?;
        self.emit.builder.position_at_end(body);
        let mut parts = passed.iter().copied();
        for &argument in carried {
            self.define_parts(argument, &mut parts)?;
        }
        let all: Vec<Carried> = (0..enters.len()).map(Carried::Yielded).collect();
        self.end_iteration(after, &targets, &all)?;
        self.repeats = repeats;
        self.emit.builder.position_at_end(targets.done.block);
        let results = targets.done.phis.iter().map(|phi| phi.as_basic_value());
        self.define_results(op, &leaves, results.collect())
    }

    /// Emits the block in which an iteration ends, and goes from there to the next. Where a condition is the last that is asked each branch
    /// goes there by itself, and one after which the loop ends goes behind it.
    fn end_iteration(
        &mut self,
        block: BlockId,
        targets: &WhileTargets<'c>,
        carried: &[Carried],
    ) -> Result<()> {
        let ir = self.ir;
        let yielded = |values: &[ValueId]| -> Option<Vec<ValueId>> {
            let of = |carried: &Carried| match *carried {
                Carried::Value(value) => Some(value),
                Carried::Yielded(n) => values.get(n).copied(),
            };
            carried.iter().map(of).collect()
        };
        let missing = || LowerError::new("a value of the next iteration is missing");
        let [before @ .., condition, end] = ir.block(block).ops.as_slice() else {
            let values = self.block(block)?;
            return self.go_on(targets, &yielded(&values).ok_or_else(missing)?);
        };
        let results = &ir.op(*condition).results;
        let regions = [0, 1].map(|region| ir.single_block(*condition, region));
        let (Some(OpCode::ScfIf), [Some(then), Some(otherwise)]) = (ir.op(*condition).code(), regions) else {
            let values = self.block(block)?;
            return self.go_on(targets, &yielded(&values).ok_or_else(missing)?);
        };
        self.deeper(|this| {
            for &id in before {
                let op = ir.op(id);
                this.op(id).map_err(|e| e.at(op.name.as_str(), op.span))?;
            }
            Ok(())
        })?;
        let next = yielded(&ir.op(*end).operands).ok_or_else(missing)?;
        let carried = next.into_iter().map(|value| {
            let place = results.iter().position(|result| *result == value);
            place.map_or(Carried::Value(value), Carried::Yielded)
        });
        let carried: Vec<Carried> = carried.collect();
        let holds = *ir.op(*condition).operands.first().ok_or_else(missing)?;
        let holds = self.value(holds)?.into_int_value();
        let branches = ["then", "else"].map(|name| self.emit.context.append_basic_block(self.function, name));
        let [first, second] = branches;
        self.emit.builder.build_conditional_branch(holds, first, second)?;
        for (branch, region) in branches.into_iter().zip([then, otherwise]) {
            self.emit.builder.position_at_end(branch);
            self.deeper(|this| this.end_iteration(region, targets, &carried))?;
        }
        Ok(())
    }

    /// Goes to the next iteration of a loop with these values, or behind the loop where they say that there is none.
    fn go_on(&mut self, targets: &WhileTargets<'c>, values: &[ValueId]) -> Result<()> {
        match self.left_with(targets.before, values) {
            Some(results) => self.jump(&targets.done, &results),
            None => self.jump(&targets.header, values),
        }
    }

    /// What an `scf.while` leaves with where the values with which it begins the next iteration say that there is none.
    fn left_with(&self, before: BlockId, values: &[ValueId]) -> Option<Vec<ValueId>> {
        let ir = self.ir;
        let block = ir.block(before);
        let (end, ops) = block.ops.split_last()?;
        let is_pure = |op: &OpId| ir.op(*op).code().is_some_and(|code| code.has_trait(Trait::Pure));
        let (condition, passed) = ir.op(*end).operands.split_first()?;
        if !ops.iter().all(is_pure) || self.truth(*condition, block, values)? {
            return None;
        }
        let given = |value: &ValueId| match block.arguments.iter().position(|argument| argument == value) {
            Some(place) => values.get(place).copied(),
            None => {
                let defining = ir.defining_op(*value);
                (!defining.is_some_and(|op| ops.contains(&op))).then_some(*value)
            }
        };
        passed.iter().map(given).collect()
    }

    /// Whether a condition in a block holds where its arguments have these values, as far as constants and their opposites tell.
    fn truth(&self, condition: ValueId, block: &Block, values: &[ValueId]) -> Option<bool> {
        let argument = block.arguments.iter().position(|argument| *argument == condition);
        let condition = match argument {
            Some(place) => *values.get(place)?,
            None => condition,
        };
        let op = self.ir.op(self.ir.defining_op(condition)?);
        let of = |value: ValueId| self.truth(value, block, values);
        match (op.code()?, op.operands.as_slice()) {
            (OpCode::Constant, _) => match op.attribute("value")? {
                Attribute::Bool(holds) => Some(*holds),
                _ => None,
            },
            (OpCode::XOrI, &[a, b]) => Some(of(a)? != of(b)?),
            (OpCode::AndI, &[a, b]) => match (of(a), of(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => Some(a? && b?),
            },
            _ => None,
        }
    }

    /// Where the condition does not hold the program says so and stops.
    pub fn assert(&mut self, op: &Op) -> Result<()> {
        let condition = self.value(operand(op, 0)?)?.into_int_value();
        let message = op
            .attribute("msg")
            .and_then(Attribute::as_str)
            .unwrap_or_default();
        let message = format!("cf.assert: {message}\n");
        let emit = self.emit;
        let [failed, holds] =
            ["failed", "holds"].map(|name| emit.context.append_basic_block(self.function, name));
        emit.builder.build_conditional_branch(condition, holds, failed)?;
        emit.builder.position_at_end(failed);
        let text = emit.builder.build_global_string_ptr(&message, "ovolo.assert")?;
        let error_stream = emit.context.i32_type().const_int(2, false);
        let length = emit.index(message.len() as i64);
        let text = text.as_pointer_value();
        emit.call_runtime(
            "write",
            Some(emit.index_type().into()),
            &[error_stream.into(), text.into(), length.into()],
        )?;
        emit.call_runtime("abort", None, &[])?;
        emit.builder.build_unreachable()?;
        emit.builder.position_at_end(holds);
        Ok(())
    }

    /// How often a loop over integers of 64 bits runs, whose variable need not get past the upper bound.
    pub fn iterations(&self, [lower, upper, step]: [IntValue<'c>; 3]) -> Result<IntValue<'c>> {
        let builder = &self.emit.builder;
        let runs = builder.build_int_compare(IntPredicate::SLT, lower, upper, "")?;
        let last = builder.build_int_sub(builder.build_int_sub(upper, lower, "")?, self.emit.index(1), "")?;
        let count = builder.build_int_unsigned_div(last, step, "")?;
        let count = builder.build_int_add(count, self.emit.index(1), "")?;
        let none = self.emit.index(0);
        Ok(builder.build_select(runs, count, none, "")?.into_int_value())
    }

    fn result_types(&self, op: &Op) -> Vec<Type> {
        op.results.iter().map(|&v| self.ir.ty(v).clone()).collect()
    }
}

/// The operands in `N` segments.
fn segments<const N: usize>(op: &Op) -> Result<[&[ValueId]; N]> {
    let wrong = || LowerError::new("the segments of the operands are missing");
    let sizes = op
        .attribute("operandSegmentSizes")
        .and_then(Attribute::as_i64_list);
    let sizes = sizes.filter(|sizes| sizes.len() == N).ok_or_else(wrong)?;
    let mut rest = op.operands.as_slice();
    let mut segments = [rest; N];
    for (segment, size) in segments.iter_mut().zip(sizes) {
        let size = usize::try_from(size).map_err(|_| wrong())?;
        (*segment, rest) = rest.split_at_checked(size).ok_or_else(wrong)?;
    }
    Ok(segments)
}

/// The integers of a `dense` attribute, one for each element; empty when it is missing.
fn integers_of(op: &Op, name: &str) -> Vec<i64> {
    let Some(Attribute::DenseElements(dense)) = op.attribute(name) else {
        return integers(op, name);
    };
    let values: Vec<i64> = dense.elements.iter().filter_map(Attribute::as_i64).collect();
    match (values.as_slice(), op.successors.len()) {
        ([one], 1..) => vec![*one; op.successors.len() - 1],
        _ => values,
    }
}

/// A value of the same type, of which nothing is known.
fn poison(value: BasicValueEnum<'_>) -> BasicValueEnum<'_> {
    match value {
        BasicValueEnum::IntValue(v) => v.get_type().get_poison().into(),
        BasicValueEnum::FloatValue(v) => v.get_type().get_poison().into(),
        BasicValueEnum::PointerValue(v) => v.get_type().get_poison().into(),
        BasicValueEnum::VectorValue(v) => v.get_type().get_poison().into(),
        other => other,
    }
}

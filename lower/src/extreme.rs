//! The greatest or least value of a loop and what belongs to the iteration that has it: `if (x > m) { m = x; at = i; }`, or the place
//! alone, where the value is read again: `if (x[i] > x[at]) at = i;`.
//!
//! Lanes, as many as a few registers hold, each keep the greatest of the iterations that fall to them and which one had it; behind
//! them the greatest of the lanes is the greatest of all. Of equal ones it is that of the earliest iteration, or of the latest where
//! an equal one replaces what is kept. Both give the bits of the loop as it stands: a value that was taken is ordered with all
//! others that were, since no comparison with a NaN holds, and -0.0 and 0.0 are equal. A first value that is a NaN stays in every lane.

use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue, VectorValue};
use inkwell::{FloatPredicate, IntPredicate};
use ovolo_lang::affine::AffineExpr;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::{self, OpCode, Trait};
use ovolo_lang::types::{FloatKind, Type};

use crate::conditional::uses;
use crate::error::Result;
use crate::function::{FunctionLowering, map_attribute};
use crate::hint::LoopHints;

/// Vectors of lanes: enough for one comparison not to wait for the one before.
const VECTORS: u32 = 4;
/// Times the lanes that a loop must run for lanes to pay. Arbitrary.
const LEAST: i64 = 4;

/// What is the greatest or least in a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extreme {
    /// The place among the values that are handed on of the value that is kept; `None` where only the iteration is, and the value is
    /// read again.
    pub place: Option<usize>,
    /// What an iteration compares with what is kept.
    value: ValueId,
    kept: ValueId,
    condition: ValueId,
    order: Order,
    /// Whether an equal value replaces what is kept.
    is_latest: bool,
    bytes: u32,
}

/// What is before what.
#[derive(Clone, Copy, Debug)]
enum Order {
    Float(FloatPredicate),
    Int(IntPredicate),
}

impl Extreme {
    /// That of a loop with this body, where every other value that it hands on is one of the places that `lasts` names, under the same
    /// condition.
    pub fn of(ir: &Module, body: BlockId, lasts: &[(usize, ValueId)]) -> Option<Extreme> {
        let block = ir.block(body);
        let (carried, last) = (&block.arguments[1..], block.ops.last()?);
        let yielded = &ir.op(*last).operands;
        let place = (0..carried.len()).find(|place| lasts.iter().all(|(last, _)| last != place))?;
        let select = ir.op(ir.defining_op(*yielded.get(place)?)?);
        let &[condition, value, kept] = &select.operands[..] else {
            return None;
        };
        let comparison = ir.op(ir.defining_op(condition)?);
        let &[a, b] = &comparison.operands[..] else {
            return None;
        };
        let is_it = select.code() == Some(OpCode::Select)
            && !lasts.is_empty()
            && lasts.len() + 1 == carried.len()
            && lasts.iter().all(|(_, other)| *other == condition)
            && kept == carried[place]
            && [[a, b], [b, a]].contains(&[value, kept])
            && value != kept
            && uses(ir, body, kept) == 2
            && uses(ir, body, yielded[place]) == 1
            && uses(ir, body, condition) == carried.len();
        let place = is_it.then_some(place)?;
        Extreme::compared(ir, body, Some(place), [value, kept], condition)
    }

    /// That of a loop with this body that hands on nothing but the iteration, in so many bits at most, and reads the array there again.
    pub fn of_place(ir: &Module, body: BlockId, bits: u32) -> Option<Extreme> {
        let block = ir.block(body);
        let &[variable, at] = &block.arguments[..] else {
            return None;
        };
        let select = ir.defining_op(*ir.op(*block.ops.last()?).operands.first()?)?;
        let &[condition, here, before] = &ir.op(select).operands[..] else {
            return None;
        };
        let is_it = ir.op(select).code() == Some(OpCode::Select)
            && *ir.ty(variable) == Type::Index
            && before == at
            && uncast(ir, here) == variable
            && ir.ty(at).bit_width().unwrap_or(64) >= bits
            && uses(ir, body, at) == 2
            && uses(ir, body, condition) == 1
            && block.ops.contains(&select);
        let &[a, b] = &ir.op(ir.defining_op(condition)?).operands[..] else {
            return None;
        };
        if !is_it {
            return None;
        }
        let is_again = |kept: ValueId, value: ValueId| {
            let (Some(again), Some(cell)) = (cell(ir, kept), cell(ir, value)) else {
                return false;
            };
            let same = |(again, cell): (&ValueId, &ValueId)| {
                again == cell && stays(ir, body, *cell)
                    || uncast(ir, *again) == at && uncast(ir, *cell) == variable
            };
            let is_read = again.iter().any(|value| uncast(ir, *value) == at);
            is_read
                && again.len() == cell.len()
                && again.iter().zip(&cell).all(same)
                && uses(ir, body, kept) == 1
        };
        let (value, kept) = match (is_again(b, a), is_again(a, b)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => return None,
        };
        Extreme::compared(ir, body, None, [value, kept], condition)
    }

    /// The extreme of a loop with this body in which a value is compared with what is kept, if all of the body has lanes.
    fn compared(
        ir: &Module,
        body: BlockId,
        place: Option<usize>,
        [value, kept]: [ValueId; 2],
        condition: ValueId,
    ) -> Option<Extreme> {
        if !ir.block(body).ops.iter().all(|op| has_lanes(ir, *op)) {
            return None;
        }
        let comparison = ir.op(ir.defining_op(condition)?);
        let is_first = comparison.operands.first() == Some(&value);
        let (order, is_latest) = order(comparison.code()?, comparison.predicate(), is_first)?;
        Some(Extreme {
            place,
            value,
            kept,
            condition,
            order,
            is_latest,
            bytes: bytes_of(ir.ty(value))?,
        })
    }
}

/// Whether a value is the same in all iterations of a loop with this body, in which there is no other loop.
fn stays(ir: &Module, body: BlockId, value: ValueId) -> bool {
    let block = ir.block(body);
    let inside = ir.defining_op(value).is_some_and(|op| block.ops.contains(&op));
    !inside && !block.arguments.contains(&value)
}

/// What a value was before it got another type of integers.
fn uncast(ir: &Module, value: ValueId) -> ValueId {
    let op = ir.defining_op(value).map(|op| ir.op(op));
    match op.filter(|op| op.code() == Some(OpCode::IndexCast)) {
        Some(op) => op.operands[0],
        None => value,
    }
}

/// The memref that a value is loaded from, and the indices there.
fn cell(ir: &Module, value: ValueId) -> Option<Vec<ValueId>> {
    let op = ir.op(ir.defining_op(value)?);
    let (&memref, values) = op.operands.split_first()?;
    let mut cell = vec![memref];
    match op.code()? {
        OpCode::MemRefLoad => cell.extend(values),
        OpCode::AffineLoad => {
            let map = map_attribute(op, "map").ok()?;
            for result in &map.results {
                cell.push(match result {
                    AffineExpr::Dim(dim) => *values.get(*dim as usize)?,
                    AffineExpr::Symbol(symbol) => *values.get((map.num_dims + symbol) as usize)?,
                    _ => return None,
                });
            }
        }
        _ => return None,
    }
    Some(cell)
}

/// How much of memory a number of this type takes, where vectors are made of such.
fn bytes_of(ty: &Type) -> Option<u32> {
    match ty {
        Type::Float(kind @ (FloatKind::F32 | FloatKind::F64)) => Some(kind.bit_width() / 8),
        Type::Integer(_) => ty
            .bit_width()
            .filter(|bits| [8, 16, 32, 64].contains(bits))
            .map(|bits| bits / 8),
        _ => None,
    }
}

/// Which value is before which, and whether an equal one is taken: a value is compared with what is kept, or that with the value.
fn order(code: OpCode, predicate: i64, is_first: bool) -> Option<(Order, bool)> {
    use FloatPredicate::{OGT, OLT};
    use IntPredicate::{SGT, SLT, UGT, ULT};
    let (greater, less, is_greater, is_latest) = match (code, predicate) {
        (OpCode::CmpF, 2 | 3) => (Order::Float(OGT), Order::Float(OLT), true, predicate == 3),
        (OpCode::CmpF, 4 | 5) => (Order::Float(OGT), Order::Float(OLT), false, predicate == 5),
        (OpCode::CmpI, 2 | 3) => (Order::Int(SGT), Order::Int(SLT), false, predicate == 3),
        (OpCode::CmpI, 4 | 5) => (Order::Int(SGT), Order::Int(SLT), true, predicate == 5),
        (OpCode::CmpI, 6 | 7) => (Order::Int(UGT), Order::Int(ULT), false, predicate == 7),
        (OpCode::CmpI, 8 | 9) => (Order::Int(UGT), Order::Int(ULT), true, predicate == 9),
        _ => return None,
    };
    let order = if is_greater == is_first { greater } else { less };
    Some((order, is_latest))
}

/// Whether an operation is computed for several iterations side by side as LLVM makes vectors of it.
fn has_lanes(ir: &Module, id: OpId) -> bool {
    let op = ir.op(id);
    let is_scalar = |value: &ValueId| ir.ty(*value).as_vector().is_none();
    let is_known = op.code().is_some_and(|code| {
        let is_computed =
            op::has_meaning(code) && code.has_trait(Trait::Pure) && !code.has_trait(Trait::Partial);
        is_computed && !op.name.as_str().starts_with("math.")
            || matches!(
                code,
                OpCode::AffineApply | OpCode::Constant | OpCode::AffineLoad | OpCode::MemRefLoad
            )
            || code.has_trait(Trait::Terminator)
    });
    is_known && op.regions.is_empty() && op.operands.iter().chain(&op.results).all(is_scalar)
}

impl<'c> FunctionLowering<'_, 'c> {
    /// As many iterations from `lower` on as lanes take: the iteration behind them, the extreme of them where it is handed on, and which
    /// iteration has it, `none` where none has.
    pub fn lanes_of_extreme(
        &mut self,
        extreme: &Extreme,
        body: BlockId,
        [lower, upper]: [IntValue<'c>; 2],
        firsts: &[BasicValueEnum<'c>],
        none: IntValue<'c>,
    ) -> Result<(IntValue<'c>, BasicValueEnum<'c>, IntValue<'c>)> {
        let (emit, context) = (self.emit, self.emit.context);
        let builder = &emit.builder;
        let iteration = none.get_type();
        let element = extreme.bytes.max(iteration.get_bit_width() / 8);
        let width = (emit.registers.of_vectors().1 as u32 / element).max(1);
        let lanes = width * VECTORS;
        let count = emit.index(i64::from(lanes));

        let before = self.current_block()?;
        let side_by_side = context.append_basic_block(self.function, "lanes");
        let rest = context.append_basic_block(self.function, "rest");
        let iterations = builder.build_int_sub(upper, lower, "")?;
        let least = emit.index(LEAST * i64::from(lanes));
        let is_long = builder.build_int_compare(IntPredicate::SGE, iterations, least, "")?;
        builder.build_conditional_branch(is_long, side_by_side, rest)?;

        builder.position_at_end(side_by_side);
        let block = self.ir.block(body);
        let first = match extreme.place {
            Some(place) => firsts[place],
            // The loop runs, and its first iteration reads it.
            None => {
                self.define(block.arguments[0], lower.into())?;
                self.define(block.arguments[1], firsts[0])?;
                self.block(body)?;
                self.value(extreme.kept)?
            }
        };
        let all = builder.build_and(iterations, emit.index(-i64::from(lanes)), "")?;
        let end = emit.exact_int(InstructionOpcode::Add, lower, all)?;
        let (kept, at) = (emit.splat(first, lanes)?, emit.splat(none.into(), lanes)?);
        let memory = self.automatic(kept.get_type().into(), 64)?;
        let memory_at = self.automatic(at.get_type().into(), 64)?;
        builder.build_store(memory, kept)?;
        builder.build_store(memory_at, at)?;
        let step = |this: &mut Self, from: IntValue<'c>, lane: IntValue<'c>| -> Result<()> {
            let builder = &this.emit.builder;
            let here = this.emit.exact_int(InstructionOpcode::Add, from, lane)?;
            // SAFETY: builds instructions; `lane` is less than the number of lanes.
            let [cell, cell_at] = unsafe {
                [
                    builder.build_gep(first.get_type(), memory, &[lane], "")?,
                    builder.build_gep(iteration, memory_at, &[lane], "")?,
                ]
            };
            let kept = builder.build_load(first.get_type(), cell, "")?;
            this.define(block.arguments[0], here.into())?;
            for (&argument, &value) in block.arguments[1..].iter().zip(firsts) {
                this.define(argument, value)?;
            }
            this.define(extreme.kept, kept)?;
            for &id in &block.ops[..block.ops.len() - 1] {
                this.op(id)?;
                if this.ir.op(id).results.contains(&extreme.kept) {
                    this.define(extreme.kept, kept)?;
                }
            }
            let is_taken = this.value(extreme.condition)?.into_int_value();
            let value = this.value(extreme.value)?;
            builder.build_store(cell, builder.build_select(is_taken, value, kept, "")?)?;
            let part = |value| builder.build_int_truncate_or_bit_cast(value, iteration, "");
            let here = this
                .emit
                .exact_int(InstructionOpcode::Add, part(from)?, part(lane)?)?;
            let known = builder.build_load(iteration, cell_at, "")?;
            let at = builder.build_select(is_taken, here.into(), known, "")?;
            builder.build_store(cell_at, at)?;
            Ok(())
        };
        self.loop_by(lower, end, count, Vec::new(), |this, from, _| {
            let (zero, one) = (this.emit.index(0), this.emit.index(1));
            let inner = |this: &mut Self, lane, _: &[_]| step(this, from, lane).map(|()| Vec::new());
            let (_, latch) = this.latched_loop(zero, count, one, Vec::new(), inner)?;
            let hints = LoopHints {
                // Copied out they would be no lanes, and as vectors there is nothing left to copy.
                no_unrolling: true,
                vectors: Some([width, VECTORS]),
                ..LoopHints::default()
            };
            this.emit.hint(latch, hints)?;
            Ok(Vec::new())
        })?;
        let kept = builder
            .build_load(kept.get_type(), memory, "")?
            .into_vector_value();
        let at = builder
            .build_load(at.get_type(), memory_at, "")?
            .into_vector_value();
        let (kept, at) = self.extreme_of_lanes(extreme, kept, at, none)?;
        let behind = self.current_block()?;
        builder.build_unconditional_branch(rest)?;

        builder.position_at_end(rest);
        let phi = |with: BasicValueEnum<'c>, without: BasicValueEnum<'c>| -> Result<BasicValueEnum<'c>> {
            let phi = builder.build_phi(with.get_type(), "")?;
            phi.add_incoming(&[(&with, behind), (&without, before)]);
            Ok(phi.as_basic_value())
        };
        let from = phi(end.into(), lower.into())?.into_int_value();
        let kept = match extreme.place {
            Some(_) => phi(kept, first)?,
            None => first.get_type().const_zero(),
        };
        let at = phi(at, none.into())?.into_int_value();
        Ok((from, kept, at))
    }

    /// An iteration as the loop hands it on, and what it begins with where there is none.
    pub fn iteration_or(
        &self,
        at: IntValue<'c>,
        none: IntValue<'c>,
        first: IntValue<'c>,
    ) -> Result<IntValue<'c>> {
        let builder = &self.emit.builder;
        let ty = first.get_type();
        let place = match ty.get_bit_width() < at.get_type().get_bit_width() {
            true => builder.build_int_truncate(at, ty, "")?,
            false => builder.build_int_s_extend_or_bit_cast(at, ty, "")?,
        };
        let is_none = builder.build_int_compare(IntPredicate::EQ, at, none, "")?;
        Ok(builder.build_select(is_none, first, place, "")?.into_int_value())
    }

    /// The extreme of lanes, each with its iteration: halves are compared with each other, and halves of these.
    fn extreme_of_lanes(
        &self,
        extreme: &Extreme,
        mut kept: VectorValue<'c>,
        mut at: VectorValue<'c>,
        none: IntValue<'c>,
    ) -> Result<(BasicValueEnum<'c>, BasicValueEnum<'c>)> {
        let builder = &self.emit.builder;
        let mut lanes = kept.get_type().get_size();
        while lanes > 1 {
            lanes /= 2;
            let (low, high): (Vec<u32>, Vec<u32>) = ((0..lanes).collect(), (lanes..2 * lanes).collect());
            let halves = |vector| -> Result<_> {
                Ok([
                    self.emit.shuffle(vector, &low)?,
                    self.emit.shuffle(vector, &high)?,
                ])
            };
            let ([a, b], [a_at, b_at]) = (halves(kept)?, halves(at)?);
            let compared = |strict: bool| -> Result<VectorValue<'c>> {
                Ok(match extreme.order {
                    Order::Float(_) if !strict => {
                        builder.build_float_compare(FloatPredicate::OEQ, b, a, "")?
                    }
                    Order::Float(order) => builder.build_float_compare(order, b, a, "")?,
                    Order::Int(_) if !strict => builder.build_int_compare(IntPredicate::EQ, b, a, "")?,
                    Order::Int(order) => builder.build_int_compare(order, b, a, "")?,
                })
            };
            let sooner = match extreme.is_latest {
                true => IntPredicate::SGT,
                false => IntPredicate::SLT,
            };
            let nowhere = self.emit.splat(none.into(), lanes)?;
            let is_sooner = builder.build_int_compare(sooner, b_at, a_at, "")?;
            let is_equal = builder.build_and(compared(false)?, is_sooner, "")?;
            let is_better = builder.build_or(compared(true)?, is_equal, "")?;
            // The first value is in the lanes where no iteration was taken: any that was is better.
            let is_first = builder.build_int_compare(IntPredicate::EQ, a_at, nowhere, "")?;
            let is_there = builder.build_int_compare(IntPredicate::NE, b_at, nowhere, "")?;
            let is_taken = builder.build_and(is_there, builder.build_or(is_first, is_better, "")?, "")?;
            kept = builder.build_select(is_taken, b, a, "")?.into_vector_value();
            at = builder
                .build_select(is_taken, b_at, a_at, "")?
                .into_vector_value();
        }
        let zero = self.emit.context.i32_type().const_zero();
        Ok((
            builder.build_extract_element(kept, zero, "")?,
            builder.build_extract_element(at, zero, "")?,
        ))
    }
}

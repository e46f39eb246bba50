//! What a loop hands on under a condition.
//!
//! - A sum, `s = c ? s + e : s`, is `s + (c ? e : -0.0)`: the addition of -0.0 changes no value but a signaling NaN, which is seen not to be
//!   there, and one iteration waits for the addition of the one before alone.
//! - The value at the last iteration where the condition holds, `s = c ? f(i) : s`, is `f` of the greatest such `i`; the greatest of
//!   all is a reduction, which LLVM makes vectors of.

use std::collections::BTreeSet;

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue};
use ovolo_lang::algebra::{Algebra, FastMath, FloatOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::{self, OpCode, Trait};
use ovolo_lang::types::Type;

use crate::algebra::{Scalars, evaluate_scalars};
use crate::error::Result;
use crate::function::FunctionLowering;

/// Operations that are computed once more behind the loop.
const MOST_OPERATIONS: usize = 8;

/// A value that a loop hands on, of the last iteration where a condition holds.
pub(crate) struct LastValue {
    /// Its place among the values that are handed on.
    pub place: usize,
    pub condition: ValueId,
    value: ValueId,
    /// What computes the value of the induction variable.
    operations: Vec<OpId>,
}

impl LastValue {
    /// Those of a loop with this body. Its induction variable is an index that rises.
    pub fn all(ir: &Module, body: BlockId) -> Vec<LastValue> {
        let block = ir.block(body);
        let (Some((&variable, carried)), Some(&last)) = (block.arguments.split_first(), block.ops.last())
        else {
            return Vec::new();
        };
        let yielded = &ir.op(last).operands;
        if *ir.ty(variable) != Type::Index || yielded.len() != carried.len() {
            return Vec::new();
        }
        let places = carried.iter().zip(yielded).enumerate();
        let found = places.filter_map(|(place, (&carried, &yielded))| {
            let select = ir.defining_op(yielded).filter(|op| block.ops.contains(op))?;
            let &[condition, value, kept] = &ir.op(select).operands[..] else {
                return None;
            };
            let is_it = ir.op(select).code() == Some(OpCode::Select)
                && *ir.ty(condition) == Type::I1
                && ir.ty(value).as_vector().is_none()
                && kept == carried
                && uses(ir, body, carried) == 1
                && uses(ir, body, yielded) == 1;
            let operations = is_it.then(|| computing(ir, body, value)).flatten()?;
            Some(LastValue {
                place,
                condition,
                value,
                operations,
            })
        });
        found.collect()
    }

    /// Whether the condition is known without the iteration before, so that iterations are computed side by side.
    pub fn is_apart(&self, ir: &Module, body: BlockId) -> bool {
        !waits(ir, body, self.condition)
    }
}

/// Whether a value of a loop with this body is computed from what the iteration before hands on.
fn waits(ir: &Module, body: BlockId, value: ValueId) -> bool {
    let block = ir.block(body);
    let mut seen = BTreeSet::from([value]);
    let mut wanted = vec![value];
    while let Some(value) = wanted.pop() {
        if block.arguments[1..].contains(&value) {
            return true;
        }
        let inside = ir.defining_op(value).filter(|op| block.ops.contains(op));
        inside.into_iter().for_each(|op| {
            ir.walk(op, &mut |inner| {
                let operands = ir.op(inner).operands.iter();
                wanted.extend(operands.filter(|operand| seen.insert(**operand)));
            });
        });
    }
    false
}

/// The loop that hands a value on to its next iteration, with what it begins with and what is yielded for it.
fn carried(ir: &Module, argument: ValueId) -> Option<[ValueId; 2]> {
    let ValueDef::Argument { block, index } = ir.value(argument).def else {
        return None;
    };
    let around = ir.block_parent_op(block)?;
    let place = (index as usize).checked_sub(1)?;
    of_loop(ir, around, place)
}

/// What a loop begins with at a place among the values that it hands on, and what is yielded for it.
fn of_loop(ir: &Module, around: OpId, place: usize) -> Option<[ValueId; 2]> {
    let op = ir.op(around);
    if !matches!(op.code(), Some(OpCode::AffineFor | OpCode::ScfFor)) {
        return None;
    }
    let body = ir.single_block(around, 0)?;
    let inits = op.operands.len().checked_sub(op.results.len())?;
    let yielded = ir.op(*ir.block(body).ops.last()?).operands.get(place)?;
    Some([*op.operands.get(inits + place)?, *yielded])
}

fn is_handed_on(ir: &Module, value: ValueId) -> bool {
    carried(ir, value).is_some()
}

/// Whether a number is seen not to be a signaling NaN, of which an addition makes a quiet one: a constant, what arithmetic gives, and
/// what is chosen and handed on of such. `seen` are values of which it is taken for granted.
fn is_quiet(ir: &Module, value: ValueId, seen: &mut BTreeSet<ValueId>) -> bool {
    if !seen.insert(value) {
        return true;
    }
    if let Some(both) = carried(ir, value) {
        return both.iter().all(|value| is_quiet(ir, *value, seen));
    }
    let ValueDef::Result { op: id, index } = ir.value(value).def else {
        return false;
    };
    let op = ir.op(id);
    match op.code() {
        Some(OpCode::Constant) => match op.attribute("value") {
            Some(Attribute::Float(number)) => !number.to_f64().is_nan(),
            _ => false,
        },
        Some(OpCode::Select) => op.operands[1..].iter().all(|value| is_quiet(ir, *value, seen)),
        Some(OpCode::AffineFor | OpCode::ScfFor) => of_loop(ir, id, index as usize)
            .is_some_and(|both| both.iter().all(|value| is_quiet(ir, *value, seen))),
        Some(OpCode::AddF | OpCode::SubF | OpCode::MulF | OpCode::DivF | OpCode::Fma) => true,
        _ => false,
    }
}

/// The uses of a value in a block and what is inside of it.
pub(crate) fn uses(ir: &Module, block: BlockId, value: ValueId) -> usize {
    let mut uses = 0;
    let ops = ir.block(block).ops.iter();
    ops.for_each(|&op| {
        ir.walk(op, &mut |inner| {
            let operands = ir.op(inner).operands.iter();
            uses += operands.filter(|operand| **operand == value).count();
        });
    });
    uses
}

/// The operations of a block that compute a value of its first argument and of what is known outside, in their order; `None` where
/// they may trap, are many, or read anything else.
fn computing(ir: &Module, body: BlockId, value: ValueId) -> Option<Vec<OpId>> {
    let block = ir.block(body);
    let mut wanted = vec![value];
    let mut found = Vec::new();
    for &id in block.ops.iter().rev() {
        let op = ir.op(id);
        if !op.results.iter().any(|result| wanted.contains(result)) {
            continue;
        }
        let code = op.code()?;
        let is_repeated =
            op::has_meaning(code) && code.has_trait(Trait::Pure) && !code.has_trait(Trait::Partial);
        if !is_repeated && !matches!(code, OpCode::AffineApply | OpCode::Constant)
            || found.len() == MOST_OPERATIONS
        {
            return None;
        }
        wanted.extend(op.operands.iter().copied());
        found.push(id);
    }
    found.reverse();
    let is_known = |value: &ValueId| match ir.value(*value).def {
        ValueDef::Argument { block, index } => block != body || index == 0,
        ValueDef::Result { .. } => true,
    };
    wanted.iter().all(is_known).then_some(found)
}

/// Whether a value is one of 32 bits with a sign.
fn is_extended_word(value: IntValue<'_>) -> bool {
    let extension = value
        .as_instruction()
        .filter(|i| i.get_opcode() == InstructionOpcode::SExt);
    let inner = extension.and_then(|i| i.get_operand(0)?.value());
    inner.is_some_and(|inner| inner.is_int_value() && inner.into_int_value().get_type().get_bit_width() <= 32)
}

impl<'c> FunctionLowering<'_, 'c> {
    /// What stands for no iteration yet: less than every value of an induction variable that begins at `lower`, if that is known. It
    /// has 32 bits where the induction variable is seen to fit, which are twice as many lanes.
    pub fn no_iteration(&self, lower: IntValue<'c>, upper: IntValue<'c>) -> Option<IntValue<'c>> {
        let lower = lower.get_sign_extended_constant()?;
        let least = i64::from(i32::MIN);
        let is_word = |value: i64| i32::try_from(value).is_ok();
        let fits = upper.get_sign_extended_constant().is_some_and(is_word) || is_extended_word(upper);
        match lower > least && is_word(lower) && fits {
            true => Some(self.emit.context.i32_type().const_int(least as u64, true)),
            false => (lower > i64::MIN).then(|| self.emit.index(i64::MIN)),
        }
    }

    /// The greatest value of the induction variable at which the condition held, this iteration taken in.
    pub fn last_iteration(
        &mut self,
        last: &LastValue,
        variable: ValueId,
        [before, none]: [IntValue<'c>; 2],
    ) -> Result<BasicValueEnum<'c>> {
        let (condition, here) = (self.value(last.condition)?, self.value(variable)?);
        let builder = &self.emit.builder;
        let here = builder.build_int_truncate_or_bit_cast(here.into_int_value(), none.get_type(), "")?;
        let here = builder.build_select(condition.into_int_value(), here, none, "")?;
        let args = [before.into(), here];
        let ty = Type::integer(none.get_type().get_bit_width());
        evaluate_scalars(self.emit, OpCode::MaxSI, &ty, &args)
    }

    /// The value of the last iteration, and the first value where there was none.
    pub fn value_at_last(
        &mut self,
        last: &LastValue,
        variable: ValueId,
        [iteration, none]: [IntValue<'c>; 2],
        first: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>> {
        let builder = &self.emit.builder;
        let wide = builder.build_int_s_extend_or_bit_cast(iteration, self.emit.index_type(), "")?;
        self.define(variable, wide.into())?;
        for &operation in &last.operations {
            self.op(operation)?;
        }
        let value = self.value(last.value)?;
        let builder = &self.emit.builder;
        let is_none = builder.build_int_compare(IntPredicate::EQ, iteration, none, "")?;
        Ok(builder.build_select(is_none, first, value, "")?)
    }

    /// A selection between a sum that a loop hands on and that sum with another term.
    pub fn conditional_sum(&mut self, select: &Op) -> Result<Option<BasicValueEnum<'c>>> {
        let &[condition, yes, no] = &select.operands[..] else {
            return Ok(None);
        };
        let Type::Float(_) = self.ir.ty(yes) else {
            return Ok(None);
        };
        for (sum, kept, is_added) in [(yes, no, true), (no, yes, false)] {
            let Some(added) = self.ir.defining_op(sum).map(|op| self.ir.op(op)) else {
                continue;
            };
            let term = match (added.code(), &added.operands[..]) {
                _ if !is_handed_on(self.ir, kept) => None,
                (Some(OpCode::AddF), &[a, b]) if a == kept => Some((FloatOp::Add, b, -0.0)),
                (Some(OpCode::AddF), &[a, b]) if b == kept => Some((FloatOp::Add, a, -0.0)),
                (Some(OpCode::SubF), &[a, b]) if a == kept => Some((FloatOp::Sub, b, 0.0)),
                _ => None,
            };
            let Some((operation, term, zero)) = term.filter(|(_, term, _)| *term != kept) else {
                continue;
            };
            if !is_quiet(self.ir, kept, &mut BTreeSet::new()) {
                continue;
            }
            let ty = self.ir.ty(sum).clone();
            let (condition, term) = (self.value(condition)?, self.value(term)?);
            let nothing = self.emit.float_constant(&ty, zero)?;
            let (then, otherwise) = if is_added {
                (term, nothing)
            } else {
                (nothing, term)
            };
            let builder = &self.emit.builder;
            let term = builder.build_select(condition.into_int_value(), then, otherwise, "")?;
            let kept = self.value(kept)?;
            // Where the condition fails nobody promised that the sum is finite, nor what sign its zero has.
            let flags = FastMath {
                nnan: false,
                ninf: false,
                nsz: false,
                ..added.fast_math()
            };
            let sum = Scalars(self.emit).float(operation, &ty, flags, &kept, &term)?;
            return Ok(Some(sum));
        }
        Ok(None)
    }
}

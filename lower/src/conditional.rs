//! What a loop hands on under a condition.
//!
//! - A sum, `s = c ? s + e : s`, is `s + (c ? e : -0.0)`: the addition of -0.0 changes no value, and one iteration waits for the
//!   addition of the one before alone.
//! - The value at the last iteration where the condition holds, `s = c ? f(i) : s`, is `f` of the greatest such `i`; the greatest of
//!   all is a reduction, which LLVM makes vectors of.

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, IntValue};
use ovolo_lang::algebra::{Algebra, FastMath, FloatOp};
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
    condition: ValueId,
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
}

/// The uses of a value in a block and what is inside of it.
fn uses(ir: &Module, block: BlockId, value: ValueId) -> usize {
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

impl<'c> FunctionLowering<'_, 'c> {
    /// What stands for no iteration yet: less than every value of an induction variable that begins at `lower`, if that is known.
    pub fn no_iteration(&self, lower: IntValue<'c>) -> Option<IntValue<'c>> {
        let lower = lower.get_sign_extended_constant()?;
        (lower > i64::MIN).then(|| self.emit.index(i64::MIN))
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
        let here = builder.build_select(condition.into_int_value(), here.into_int_value(), none, "")?;
        let args = [before.into(), here];
        evaluate_scalars(self.emit, OpCode::MaxSI, &Type::Index, &args)
    }

    /// The value of the last iteration, and the first value where there was none.
    pub fn value_at_last(
        &mut self,
        last: &LastValue,
        variable: ValueId,
        [iteration, none]: [IntValue<'c>; 2],
        first: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>> {
        self.define(variable, iteration.into())?;
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
            let is_handed_on = matches!(self.ir.value(kept).def, ValueDef::Argument { .. });
            let term = match (added.code(), &added.operands[..]) {
                _ if !is_handed_on => None,
                (Some(OpCode::AddF), &[a, b]) if a == kept => Some((FloatOp::Add, b, -0.0)),
                (Some(OpCode::AddF), &[a, b]) if b == kept => Some((FloatOp::Add, a, -0.0)),
                (Some(OpCode::SubF), &[a, b]) if a == kept => Some((FloatOp::Sub, b, 0.0)),
                _ => None,
            };
            let Some((operation, term, zero)) = term.filter(|(_, term, _)| *term != kept) else {
                continue;
            };
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

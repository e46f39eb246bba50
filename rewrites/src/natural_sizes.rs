//! Sizes as sums of the arguments of a function, and whether they are not negative, or under which condition.

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::flat_loops::operand;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::lift::SizeCondition;

/// What is known of the sizes of a function.
pub(crate) struct Sizes<'m> {
    module: &'m Module,
    /// The block whose arguments those of the function are.
    arguments: Option<BlockId>,
    assumed: &'m [SizeCondition],
}

impl<'m> Sizes<'m> {
    pub fn of(module: &'m Module, function: OpId, assumed: &'m [SizeCondition]) -> Sizes<'m> {
        Sizes {
            module,
            arguments: module.single_block(function, 0),
            assumed,
        }
    }

    /// The condition under which a size is not negative: `None` where it never is, and `Some(None)` where there is none that is found.
    pub fn missing(&self, value: ValueId) -> Option<Option<SizeCondition>> {
        let op = self.module.defining_op(value).map(|op| self.module.op(op));
        if op.is_some_and(|op| op.code() == Some(OpCode::MemRefDim)) {
            return None;
        }
        let condition = self.natural(value, &mut MOST_TERMS.clone());
        let implied = |wanted: &SizeCondition| {
            let says =
                |known: &SizeCondition| known.terms == wanted.terms && known.constant <= wanted.constant;
            wanted.terms.is_empty() && wanted.constant >= 0 || self.assumed.iter().any(says)
        };
        match condition {
            Some(Natural::Always) => None,
            Some(Natural::Where(condition)) => (!implied(&condition)).then_some(Some(condition)),
            None => Some(None),
        }
    }

    /// The only result of a map as a sum of arguments.
    pub fn sum_of(&self, map: &AffineMap, operands: &[ValueId]) -> Option<SizeCondition> {
        let [expr] = map.results.as_slice() else {
            return None;
        };
        let mut sum = SizeCondition {
            terms: Vec::new(),
            constant: 0,
        };
        self.add_expr(&mut sum, (expr, map, operands), 1, &mut MOST_TERMS.clone())?;
        sum.terms.retain(|(_, factor)| *factor != 0);
        sum.terms.sort_unstable();
        Some(sum)
    }

    fn natural(&self, value: ValueId, left: &mut usize) -> Option<Natural> {
        *left = left.checked_sub(1)?;
        let op = self.module.defining_op(value).map(|op| self.module.op(op));
        if let Some(op) = op {
            let bits = |value: ValueId| self.module.ty(value).bit_width();
            match (op.code(), op.operands.as_slice()) {
                // What is as wide as an index has a sign.
                (Some(OpCode::IndexCastUI), &[from]) if bits(from) < Some(64) => {
                    return Some(Natural::Always);
                }
                (Some(OpCode::IndexCast | OpCode::IndexCastUI), &[from]) => return self.natural(from, left),
                (Some(OpCode::DivSI | OpCode::FloorDivSI), &[dividend, by]) => {
                    self.module.as_constant(by).filter(|by| *by > 0)?;
                    return self.natural(dividend, left);
                }
                _ => {}
            }
        }
        let mut sum = SizeCondition {
            terms: Vec::new(),
            constant: 0,
        };
        self.add(&mut sum, value, 1, left)?;
        sum.terms.retain(|(_, factor)| *factor != 0);
        sum.terms.sort_unstable();
        Some(Natural::Where(sum))
    }

    /// Adds a multiple of a size to a sum of arguments. An index is the number that an integer is, and integers that promise not to
    /// overflow are summed as numbers.
    fn add(&self, sum: &mut SizeCondition, value: ValueId, factor: i64, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        if let ValueDef::Argument { block, index } = self.module.value(value).def {
            self.arguments.filter(|own| *own == block)?;
            let known = sum
                .terms
                .iter_mut()
                .find(|(argument, _)| *argument == index as usize);
            match known {
                Some((_, known)) => *known = known.checked_add(factor)?,
                None => sum.terms.push((index as usize, factor)),
            }
            return Some(());
        }
        let op = self.module.op(self.module.defining_op(value)?);
        let is_exact = *self.module.ty(value) == Type::Index || op.is_nsw();
        match (op.code()?, op.operands.as_slice()) {
            (OpCode::Constant, []) => {
                let value = self.module.as_constant(value)?.checked_mul(factor)?;
                sum.constant = sum.constant.checked_add(value)?;
            }
            (OpCode::IndexCast, &[from]) => self.add(sum, from, factor, left)?,
            (OpCode::IndexCastUI, &[from]) if self.module.ty(from).bit_width() == Some(64) => {
                self.add(sum, from, factor, left)?;
            }
            (OpCode::AddI, &[a, b]) if is_exact => {
                self.add(sum, a, factor, left)?;
                self.add(sum, b, factor, left)?;
            }
            (OpCode::SubI, &[a, b]) if is_exact => {
                self.add(sum, a, factor, left)?;
                self.add(sum, b, factor.checked_neg()?, left)?;
            }
            (OpCode::AffineApply, operands) => {
                let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
                let [expr] = map.results.as_slice() else {
                    return None;
                };
                self.add_expr(sum, (expr, map, operands), factor, left)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn add_expr(
        &self,
        sum: &mut SizeCondition,
        (expr, map, operands): (&AffineExpr, &AffineMap, &[ValueId]),
        factor: i64,
        left: &mut usize,
    ) -> Option<()> {
        match expr {
            AffineExpr::Constant(n) => {
                sum.constant = sum.constant.checked_add(n.checked_mul(factor)?)?;
                Some(())
            }
            AffineExpr::Binary(AffineOp::Add, ab) => {
                self.add_expr(sum, (&ab.0, map, operands), factor, left)?;
                self.add_expr(sum, (&ab.1, map, operands), factor, left)
            }
            AffineExpr::Binary(AffineOp::Mul, ab) => {
                let factor = factor.checked_mul(ab.1.as_constant()?)?;
                self.add_expr(sum, (&ab.0, map, operands), factor, left)
            }
            AffineExpr::Binary(..) => None,
            leaf => self.add(sum, operand(leaf, map, operands)?, factor, left),
        }
    }
}

/// Operations that a size is made of. Arbitrary.
const MOST_TERMS: usize = 24;

/// Where a size is not negative.
enum Natural {
    Always,
    Where(SizeCondition),
}

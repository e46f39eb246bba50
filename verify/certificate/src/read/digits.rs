//! Loops that count with one variable through all pairs of indices, or triples and so on: `for p in 0..h * w` with `p floordiv w` and
//! `p mod w` in the body (`ovolo_lang::flat_loops`).
//!
//! Such a loop is read as the loops over its digits, `p = i * w + j` with `0 <= i < h` and `0 <= j < w`. Both have the same iterations in
//! the same order where the product of the extents is the end of the loop, and no extent but the first is negative, which is claimed.
//! Of a sum of neighbouring digits, each times the product of the extents behind it, the quotient by a product of the last extents are
//! the digits in front, and the remainder those behind: together they are less than that product.

use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};
use ovolo_lang::flat_loops::{Extent, digits};
use ovolo_lang::ir::{Op, OpId};
use ovolo_lang::op::OpCode;

use super::super::function::Array;
use super::super::polynomial::{Sums, expanded};
use super::Reader;

/// The digits of a variable, the innermost first: of each its number among the loops, and its extent.
pub(super) struct Digits(Vec<(usize, AffineExpr)>);

impl Digits {
    fn sum(&self, [from, to]: [usize; 2]) -> AffineExpr {
        let mut sum = constant(0);
        let mut weight = constant(1);
        for (number, extent) in &self.0[from..to] {
            sum = &sum + &(&dim(*number as u32) * &weight);
            weight = &weight * extent;
        }
        sum
    }

    /// The quotient or remainder of a sum of digits by a product of extents.
    fn divided(&self, sum: &AffineExpr, by: &AffineExpr, is_quotient: bool) -> Option<AffineExpr> {
        let count = self.0.len();
        let all = (0..count).flat_map(|from| (from + 1..=count).map(move |to| [from, to]));
        let [from, to] = all.into_iter().find(|part| is_same_sum(&self.sum(*part), sum))?;
        let mut product = constant(1);
        for middle in from..=to {
            if is_same_sum(&product, by) {
                return Some(self.sum(if is_quotient { [middle, to] } else { [from, middle] }));
            }
            product = &product * &self.0.get(middle)?.1;
        }
        None
    }
}

fn is_same_sum(a: &AffineExpr, b: &AffineExpr) -> bool {
    let difference = expanded(&(a + &(b * &constant(-1))), Sums::None);
    difference.is_some_and(|products| products.is_empty())
}

impl Reader<'_> {
    /// The extents of the loops that a loop from zero to an end is read as, the outermost first.
    pub(super) fn extents_of_digits(&mut self, id: OpId, end: &AffineExpr) -> Option<Vec<AffineExpr>> {
        let extents = digits(self.module, id)?.extents;
        let of = |extent: &Extent| match extent {
            Extent::Fixed(n) => Some(constant(*n)),
            Extent::Value(value) => self.index(*value).ok(),
        };
        let extents: Option<Vec<AffineExpr>> = extents.iter().map(of).collect();
        let extents = extents.filter(|all| all.iter().all(AffineExpr::is_symbolic_or_constant))?;
        let product = extents.iter().fold(constant(1), |a, b| &a * b);
        if !is_same_sum(&product, end) {
            return None;
        }
        for extent in &extents[1..] {
            self.claim_of(Array::Extent, [extent.clone(), extent + &constant(1)], &[], None);
        }
        Some(extents)
    }

    /// Notes that the innermost loops are those over the digits of a variable, and gives that.
    pub(super) fn counts_with_digits(&mut self, extents: &[AffineExpr]) -> AffineExpr {
        let first = self.depth() - extents.len();
        let loops = extents.iter().enumerate();
        let digits = Digits(
            loops
                .map(|(n, extent)| (first + n, extent.clone()))
                .rev()
                .collect(),
        );
        let variable = digits.sum([0, extents.len()]);
        self.digits.push(digits);
        variable
    }

    /// Forgets the digits of loops that have been left.
    pub(super) fn forget_digits(&mut self) {
        let depth = self.depth();
        self.digits
            .retain(|digits| digits.0.iter().all(|(number, _)| *number < depth));
    }

    fn digits_divided(&self, a: &AffineExpr, by: &AffineExpr, is_quotient: bool) -> Option<AffineExpr> {
        let mut digits = self.digits.iter().rev();
        digits.find_map(|digits| digits.divided(a, by, is_quotient))
    }

    /// The quotient or remainder that an operation gives, where that is of digits. They are not negative, so that it does not matter which
    /// way is rounded.
    pub(super) fn divided_into_digits(&self, op: &Op, code: OpCode) -> Option<AffineExpr> {
        let is_quotient = match code {
            OpCode::DivSI | OpCode::DivUI | OpCode::FloorDivSI => true,
            OpCode::RemSI | OpCode::RemUI => false,
            _ => return None,
        };
        let &[a, b] = op.operands.as_slice() else {
            return None;
        };
        let (a, b) = (self.index_or_poison(a).ok()?, self.index_or_poison(b).ok()?);
        self.digits_divided(&a, &b, is_quotient)
    }

    /// An expression in which quotients and remainders of digits are digits.
    pub(super) fn in_digits(&self, expr: &AffineExpr) -> AffineExpr {
        let AffineExpr::Binary(op, ab) = expr else {
            return expr.clone();
        };
        let [a, b] = [&ab.0, &ab.1].map(|side| self.in_digits(side));
        let is_quotient = *op == AffineOp::FloorDiv;
        let found = match is_quotient || *op == AffineOp::Mod {
            true => self.digits_divided(&a, &b, is_quotient),
            false => None,
        };
        found.unwrap_or_else(|| AffineExpr::binary(*op, a, b))
    }
}

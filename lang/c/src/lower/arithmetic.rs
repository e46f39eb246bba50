//! Operations on two numbers, or on a pointer and a number.

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::ir::ValueId;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

use super::integers::{AtomKind, Int};
use super::memory::Pointer;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;

impl Lowering<'_> {
    /// An operation on integers that have, or are taken to, the type of the result.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, mut a: Int, mut b: Int, ty: IntTy) -> Result<Int> {
        if op == BinaryOp::Mul && a.as_constant().is_none() && b.as_constant().is_none() {
            for factor in [&mut a, &mut b] {
                if let Some(sum) = factor.linear.take() {
                    factor.linear = Some(self.as_factor(sum));
                }
            }
        }
        let made_of_data = [&a, &b].into_iter().filter(|int| int.is_made_of_data()).count();
        let linear = match (&a.linear, &b.linear) {
            // A product of data is the subscript of nothing that could be understood.
            (Some(_), Some(_)) if op == BinaryOp::Mul && made_of_data == 2 => None,
            (Some(x), Some(y)) => self.linear_arithmetic(op, (&a, x), (&b, y), ty),
            _ => None,
        };
        let linear = linear.map(|linear| {
            let is_exact = self.has(ty, &linear) || ty.signed && a.is_exact && b.is_exact;
            (self.shortened(linear), is_exact)
        });
        if let Some((linear, is_exact)) = linear.clone().filter(|_| made_of_data == 0) {
            return Ok(Int {
                ty,
                linear: Some(linear),
                is_exact,
                value: None,
            });
        }
        if let Some(quotient) = self.quotient_of_indices(op, &a, &b, ty) {
            return Ok(quotient);
        }
        if let Some(wrapped) = self.wrapped_index(op, &a, &b, ty) {
            return Ok(wrapped);
        }
        let (x, y) = (self.int_value(&a), self.int_value(&b));
        let code = match (op, ty.signed) {
            (BinaryOp::Add, _) => OpCode::AddI,
            (BinaryOp::Sub, _) => OpCode::SubI,
            (BinaryOp::Mul, _) => OpCode::MulI,
            (BinaryOp::Div, true) => OpCode::DivSI,
            (BinaryOp::Div, false) => OpCode::DivUI,
            (BinaryOp::Rem, true) => OpCode::RemSI,
            (BinaryOp::Rem, false) => OpCode::RemUI,
            (BinaryOp::And, _) => OpCode::AndI,
            (BinaryOp::Or, _) => OpCode::OrI,
            (BinaryOp::Xor, _) => OpCode::XOrI,
            (BinaryOp::Shl, _) => OpCode::ShLI,
            (BinaryOp::Shr, true) => OpCode::ShRSI,
            (BinaryOp::Shr, false) => OpCode::ShRUI,
            _ => return fail(self.span, "this operator is not understood here"),
        };
        // The amount of a shift has its own type.
        let y = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.resized(y, b.ty, ty.bits),
            _ => y,
        };
        // What overflows in a signed type is undefined.
        let is_nsw = ty.signed && matches!(code, OpCode::AddI | OpCode::SubI | OpCode::MulI);
        let value = self.compute_as(code, &[x, y], Type::integer(ty.bits), is_nsw);
        let result = self.int_of(value, ty);
        // As a subscript it is the expression, as data the integer.
        if let Some((linear, is_exact)) = linear {
            return Ok(Int {
                linear: Some(linear),
                is_exact,
                ..result
            });
        }
        Ok(match self.sum_with_data(op, &a, &b, ty) {
            Some(linear) if result.linear.is_none() => Int {
                linear: Some(linear),
                is_exact: true,
                ..result
            },
            _ => result,
        })
    }

    /// The sum or difference of an expression of loop variables or sizes and of data, of a signed type. As a subscript it is better
    /// computed of indices: in integers of fixed width nobody sees how it moves along a loop.
    fn sum_with_data(&mut self, op: BinaryOp, a: &Int, b: &Int, ty: IntTy) -> Option<AffineExpr> {
        let is_variable = |int: &Int| int.exact().is_some_and(|e| e.as_constant().is_none());
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub) && ty.signed && ty.bits >= 32;
        if !is_sum || !(is_variable(a) || is_variable(b)) {
            return None;
        }
        let [x, y] = [a, b].map(|int| match (int.exact(), &int.linear, int.value) {
            (Some(linear), ..) => Some(linear.clone()),
            (None, None, Some(value)) if int.ty.signed || int.ty.bits < 64 => {
                Some(self.converted(value, int.ty))
            }
            _ => None,
        });
        let (x, y) = (x?, y?);
        let linear = if op == BinaryOp::Add { x + y } else { x - y };
        Some(self.shortened(linear))
    }

    /// A quotient or remainder of a sum of sizes, which is an index already, or of the variable of a loop by a size: in their type nothing
    /// overflows. Of other numbers, inside of loops, a division of integers of the width that C gives them takes less time; a loop
    /// whose variable is divided may become several that divide nothing.
    fn quotient_of_indices(&mut self, op: BinaryOp, a: &Int, b: &Int, ty: IntTy) -> Option<Int> {
        let code = match (op, ty.signed) {
            (BinaryOp::Div, true) => OpCode::DivSI,
            (BinaryOp::Rem, true) => OpCode::RemSI,
            (BinaryOp::Div, false) => OpCode::DivUI,
            (BinaryOp::Rem, false) => OpCode::RemUI,
            _ => return None,
        };
        // An index without sign is what 64 bits are.
        let whole = |int: &Int| match ty.signed {
            true => int.exact().cloned(),
            false => int.linear.clone().filter(|_| ty.bits == 64),
        };
        let (x, y) = (whole(a)?, whole(b)?);
        if a.value.is_some() || x.as_constant().is_some() {
            return None;
        }
        let is_outside = self.block == self.entry;
        let kind = match &x {
            AffineExpr::Dim(_) if is_outside || y.as_constant().is_some() => return None,
            AffineExpr::Dim(number) if self.atoms[*number as usize].kind == AtomKind::Symbol => return None,
            AffineExpr::Dim(_) => AtomKind::Opaque,
            _ if is_outside && ty.signed => AtomKind::Symbol,
            // A part of a size, wherever it stands: it is computed in front of all loops.
            x if ty.signed && self.is_of_symbols(x) && y.as_constant().is_some_and(|y| y > 0) => {
                AtomKind::Symbol
            }
            // What is left of a quotient.
            x if !is_outside && !self.is_affine(x) && y.as_constant().is_none() => AtomKind::Opaque,
            _ => return None,
        };
        let operands = [self.index_value(&x), self.index_value(&y)];
        let value = self.compute(code, &operands, Type::Index);
        Some(Int {
            ty,
            linear: Some(self.atom(value, kind, ty.range())),
            is_exact: ty.signed,
            value: None,
        })
    }

    /// The remainder of an index by another, computed in C's width, and an index again: as a subscript it is one that is wrapped
    /// around.
    fn wrapped_index(&mut self, op: BinaryOp, a: &Int, b: &Int, ty: IntTy) -> Option<Int> {
        let (x, y) = (a.exact()?.clone(), b.exact()?.clone());
        let is_index = self.is_affine(&x) && self.is_affine(&y) && a.value.is_none();
        if op != BinaryOp::Rem || !ty.signed || !is_index || x.as_constant().is_some() {
            return None;
        }
        let (x, y) = (self.int_value(a), self.int_value(b));
        let value = self.compute(OpCode::RemSI, &[x, y], Type::integer(ty.bits));
        Some(Int {
            ty,
            linear: Some(self.converted(value, ty)),
            is_exact: true,
            value: Some(value),
        })
    }

    /// The affine expression of a result, where there is one.
    pub(super) fn linear_arithmetic(
        &self,
        op: BinaryOp,
        (a, x): (&Int, &AffineExpr),
        (b, y): (&Int, &AffineExpr),
        ty: IntTy,
    ) -> Option<AffineExpr> {
        let exact_constant = b.as_constant();
        let is_natural = || a.is_exact && self.is_natural(x);
        match op {
            BinaryOp::Add => Some(x.clone() + y.clone()),
            BinaryOp::Sub => Some(x.clone() - y.clone()),
            BinaryOp::Mul => Some(AffineExpr::binary(AffineOp::Mul, x.clone(), y.clone())),
            BinaryOp::Div if exact_constant? > 0 && is_natural() => Some(x.floordiv(exact_constant?)),
            BinaryOp::Rem if exact_constant? > 0 && is_natural() => Some(x.modulo(exact_constant?)),
            BinaryOp::Shl if (0..i64::from(ty.bits).min(63)).contains(&exact_constant?) => {
                Some(x.clone() * AffineExpr::Constant(1i64.checked_shl(exact_constant? as u32)?))
            }
            // The shift of a negative number rounds down, as gcc and clang have it.
            BinaryOp::Shr if (0..i64::from(ty.bits).min(63)).contains(&exact_constant?) && a.is_exact => {
                Some(x.floordiv(1i64.checked_shl(exact_constant? as u32)?))
            }
            BinaryOp::And if a.is_exact => {
                let size = exact_constant?.checked_add(1)?;
                (size > 0 && size.count_ones() == 1).then(|| x.modulo(size))
            }
            _ => None,
        }
    }

    pub(super) fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        x: ValueId,
        y: ValueId,
        kind: FloatKind,
        e: &Expr,
    ) -> Result<Value> {
        let code = match op {
            BinaryOp::Add => OpCode::AddF,
            BinaryOp::Sub => OpCode::SubF,
            BinaryOp::Mul => OpCode::MulF,
            BinaryOp::Div => OpCode::DivF,
            _ => return fail(e.span, "this operator is not understood here"),
        };
        Ok(Value::Float(self.compute(code, &[x, y], Type::Float(kind)), kind))
    }

    /// How far one pointer lies behind another.
    pub(super) fn distance(&mut self, p: &Pointer, q: &Pointer, e: &Expr) -> Result<AffineExpr> {
        match (p.indices.split_last(), q.indices.split_last()) {
            (Some((a, outer)), Some((b, other))) if p.array == q.array && outer == other => {
                Ok(self.shortened(a.clone() - b.clone()))
            }
            _ => fail(e.span, "pointers into different arrays are compared"),
        }
    }

    pub(super) fn pointer_sum(&mut self, pointer: &Expr, by: &Expr, is_back: bool) -> Result<Value> {
        let pointer = self.pointer(pointer)?;
        let by = self.int(by)?;
        let by = self.index_of(&by);
        let by = if is_back {
            by * AffineExpr::Constant(-1)
        } else {
            by
        };
        Ok(Value::Pointer(self.moved(pointer, &by)))
    }
}

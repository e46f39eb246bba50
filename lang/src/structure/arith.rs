//! Operations on scalars and on vectors lane by lane.

use crate::algebra::{FloatPredicate, IntPredicate};
use crate::ir::Op;
use crate::op::{OpCode, Trait};
use crate::types::{IntegerType, Signedness, Type};

use super::{Check, Checker, wrong};

impl Checker<'_> {
    /// Operands and result of one type.
    pub fn uniform(&self, op: &Op, code: OpCode, operands: usize) -> Check {
        self.count(op, operands, 1)?;
        let ty = self.ty(op.results[0]);
        self.operand_class(op, code, ty)?;
        for &operand in &op.operands {
            self.expect_type(op, operand, ty, "an operand")?;
        }
        if code == OpCode::VectorFma && !matches!(ty, Type::Vector(_)) {
            return Err(wrong(op, format!("`vector.fma` works on the type `{ty}`")).help("expected a vector"));
        }
        Ok(())
    }

    /// Integers or floats, as the row of the operation says.
    fn operand_class(&self, op: &Op, code: OpCode, ty: &Type) -> Check {
        let element = lane(ty);
        let (fits, expected) = if code.has_trait(Trait::IntegerLike) {
            (
                element.is_some_and(is_signless),
                "a signless integer or `index`, or a vector of them",
            )
        } else if code.has_trait(Trait::FloatLike) {
            (element.is_some_and(is_float), "a float or a vector of floats")
        } else {
            (true, "")
        };
        if fits {
            return Ok(());
        }
        Err(wrong(op, format!("`{}` works on the type `{ty}`", code.name()))
            .help(format!("expected {expected}")))
    }

    pub fn compare(&self, op: &Op, code: OpCode) -> Check {
        self.count(op, 2, 1)?;
        let ty = self.ty(op.operands[0]);
        self.operand_class(op, code, ty)?;
        self.expect_type(op, op.operands[1], ty, "the second operand")?;
        self.expect_type(op, op.results[0], &ty.with_element(Type::I1), "the result")?;
        let known = match code.has_trait(Trait::FloatLike) {
            true => FloatPredicate::from_code(op.predicate()).is_some(),
            false => IntPredicate::from_code(op.predicate()).is_some(),
        };
        if !known {
            return Err(wrong(op, format!("`{}` has no valid predicate", code.name())));
        }
        Ok(())
    }

    pub fn select(&self, op: &Op) -> Check {
        self.count(op, 3, 1)?;
        let ty = self.ty(op.results[0]);
        self.expect_type(op, op.operands[1], ty, "the second operand")?;
        self.expect_type(op, op.operands[2], ty, "the third operand")?;
        let condition = self.ty(op.operands[0]);
        let lanes =
            matches!(ty, Type::Vector(_) | Type::Tensor(_)) && *condition == ty.with_element(Type::I1);
        if *condition != Type::I1 && !lanes {
            return Err(wrong(op, format!("the condition has the type `{condition}`"))
                .help("expected `i1`, or one for each lane"));
        }
        Ok(())
    }

    pub fn constant(&self, op: &Op) -> Check {
        self.count(op, 0, 1)?;
        let value = self.attribute(op, "value")?;
        let ty = self.ty(op.results[0]);
        if value.ty().as_ref() != Some(ty) {
            return Err(wrong(op, format!("the value of the constant is `{value}`"))
                .help(format!("expected a value of the type `{ty}`, that of the result")));
        }
        if matches!(lane(ty), Some(Type::Integer(i)) if i.signedness != Signedness::Signless) {
            return Err(
                wrong(op, format!("the constant has the type `{ty}`")).help("expected a signless integer")
            );
        }
        Ok(())
    }

    pub fn cast(&self, op: &Op, code: OpCode) -> Check {
        self.count(op, 1, 1)?;
        let (from, to) = (self.ty(op.operands[0]), self.ty(op.results[0]));
        if code == OpCode::MemRefCast {
            return self.memref_cast(op, from, to);
        }
        let invalid = |why: &str| {
            Err(wrong(op, format!("`{}` from `{from}` to `{to}`", code.name()))
                .help(format!("expected {why}")))
        };
        let (Some(a), Some(b)) = (lane(from), lane(to)) else {
            return invalid("integers, `index`, floats, or vectors of them");
        };
        if from.with_element(b.clone()) != *to {
            return invalid("the same shape on both sides");
        }
        let widths = (a.bit_width(), b.bit_width());
        let (integers, floats) = (
            is_signless_integer(a) && is_signless_integer(b),
            is_float(a) && is_float(b),
        );
        let wider = matches!(widths, (Some(x), Some(y)) if x < y);
        let narrower = matches!(widths, (Some(x), Some(y)) if x > y);
        // The widths of small float formats are not modelled.
        let unknown = floats && (widths.0.is_none() || widths.1.is_none());
        let (fits, why) = match code {
            OpCode::ExtSI | OpCode::ExtUI => (integers && wider, "integers, the second wider"),
            OpCode::TruncI => (integers && narrower, "integers, the second narrower"),
            OpCode::ExtF => (floats && (wider || unknown), "floats, the second wider"),
            OpCode::TruncF => (floats && (narrower || unknown), "floats, the second narrower"),
            OpCode::SIToFP | OpCode::UIToFP => {
                (is_signless_integer(a) && is_float(b), "an integer and a float")
            }
            OpCode::FPToSI | OpCode::FPToUI => {
                (is_float(a) && is_signless_integer(b), "a float and an integer")
            }
            OpCode::IndexCast | OpCode::IndexCastUI => (
                (*a == Type::Index) != (*b == Type::Index) && is_signless(a) && is_signless(b),
                "`index` on one side and an integer on the other",
            ),
            OpCode::Bitcast => (
                *a != Type::Index && *b != Type::Index && widths.0 == widths.1,
                "an integer or float of the same width",
            ),
            _ => (true, ""),
        };
        if fits { Ok(()) } else { invalid(why) }
    }
}

/// The type of one lane of a scalar, a vector or a tensor.
fn lane(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Index | Type::Integer(_) | Type::Float(_) | Type::Opaque(_) => Some(ty),
        Type::Vector(v) => Some(&v.element),
        Type::Tensor(t) => Some(&t.element),
        _ => None,
    }
}

pub fn is_float(ty: &Type) -> bool {
    // Small float formats are carried as text.
    ty.is_float() || matches!(ty, Type::Opaque(text) if !text.starts_with('!'))
}

fn is_signless_integer(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer(IntegerType {
            signedness: Signedness::Signless,
            ..
        })
    )
}

pub fn is_signless(ty: &Type) -> bool {
    *ty == Type::Index || is_signless_integer(ty)
}

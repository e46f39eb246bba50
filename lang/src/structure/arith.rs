//! Operations on scalars and on vectors lane by lane.

use crate::ir::Op;
use crate::op::OpCode;
use crate::types::{IntegerType, Signedness, Type};

use super::{Check, Checker, wrong};

impl Checker<'_> {
    pub fn select(&self, op: &Op) -> Check {
        let ty = self.ty(op.results[0]);
        let condition = self.ty(op.operands[0]);
        let lanes =
            matches!(ty, Type::Vector(_) | Type::Tensor(_)) && *condition == ty.with_element(Type::I1);
        if *condition != Type::I1 && !lanes {
            return Err(wrong(op, format!("the condition has the type `{condition}`")).help(
                "expected a signless `i1`, or one for each lane: the condition type matches the shape of the result",
            ));
        }
        Ok(())
    }

    pub fn constant(&self, op: &Op) -> Check {
        let ty = self.ty(op.results[0]);
        if matches!(lane(ty), Some(Type::Integer(i)) if i.signedness != Signedness::Signless) {
            return Err(wrong(op, format!("the constant has the type `{ty}`"))
                .help("integer return type must be signless"));
        }
        Ok(())
    }

    /// Widths and kinds on both sides of a cast.
    pub fn cast(&self, op: &Op, code: OpCode) -> Check {
        let (from, to) = (self.ty(op.operands[0]), self.ty(op.results[0]));
        let (a, b) = (from.element(), to.element());
        let widths = (a.bit_width(), b.bit_width());
        let wider = matches!(widths, (Some(x), Some(y)) if x < y);
        let narrower = matches!(widths, (Some(x), Some(y)) if x > y);
        let (fits, why) = match code {
            OpCode::ExtSI | OpCode::ExtUI | OpCode::ExtF => (wider, "wider"),
            OpCode::TruncI | OpCode::TruncF => (narrower, "shorter"),
            OpCode::IndexCast | OpCode::IndexCastUI => (
                (*a == Type::Index) != (*b == Type::Index),
                "types with `index` on one side only",
            ),
            _ => (
                *a != Type::Index && *b != Type::Index && widths.0 == widths.1,
                "types of the same width",
            ),
        };
        if fits || from.is_unknown() || to.is_unknown() {
            return Ok(());
        }
        let message = format!("`{}` casts `{from}` to `{to}`", code.name());
        let help = match why {
            "wider" | "shorter" => {
                format!("the result type `{to}` must be {why} than the operand type `{from}`")
            }
            _ => format!("the operand type and the result type are cast incompatible: expected {why}"),
        };
        Err(wrong(op, message).help(help))
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

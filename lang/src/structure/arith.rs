//! Operations on scalars and on vectors lane by lane.

use super::{Check, shape_rules, wrong};
use crate::attribute::Attribute;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, IntegerType, Signedness, Type};

use super::operation::Checker;

impl Checker<'_> {
    /// Vectors and tensors among the operands and results all have one shape, and where an operand is one
    /// so is every result.
    pub fn elementwise(&self, op: &Op) -> Check {
        let is_mapped = |value: &&ValueId| matches!(self.ty(**value), Type::Vector(_) | Type::Tensor(_));
        let mut mapped = op.operands.iter().filter(is_mapped);
        let results = op.results.iter().filter(is_mapped).count();
        let Some(&first) = mapped.next() else {
            return match results {
                0 => Ok(()),
                _ => Err(wrong(
                    op,
                    "a result is non-scalar: then at least one operand must be non-scalar",
                )),
            };
        };
        if results == 0 {
            return Err(wrong(
                op,
                "an operand is non-scalar: then there must be at least one non-scalar result",
            ));
        }
        if results < op.results.len() {
            return Err(wrong(
                op,
                "an operand is non-scalar: then all results must be non-scalar",
            ));
        }
        let types = op
            .operands
            .iter()
            .chain(&op.results)
            .filter(is_mapped)
            .map(|&v| self.ty(v));
        let kind = std::mem::discriminant(self.ty(first));
        let is_unranked = |ty: &Type| matches!(ty, Type::Tensor(t) if t.shape.is_none());
        let unranked = is_unranked(self.ty(first));
        let one_kind = types
            .clone()
            .all(|ty| std::mem::discriminant(ty) == kind && is_unranked(ty) == unranked);
        if one_kind && shape_rules::same_shape(types.clone()) {
            return Ok(());
        }
        let types: Vec<String> = types.map(|ty| format!("`{ty}`")).collect();
        let message = format!(
            "found non-scalar operands or results of the types {}",
            types.join(", ")
        );
        Err(wrong(op, message).help("all must have the same shape and base type"))
    }

    pub fn select(&self, op: &Op) -> Check {
        self.count(op, 3, 1)?;
        let condition = self.ty(op.operands[0]);
        if lane(condition) != Some(&Type::I1) {
            let message = format!("operand #0, the condition, has the type `{condition}`");
            return Err(wrong(op, message).help("must be bool-like"));
        }
        let ty = self.ty(op.results[0]);
        for (&value, name) in op.operands[1..].iter().zip(["true_value", "false_value"]) {
            let what = format!("true_value, false_value and result must have the same type: the {name}");
            self.expect_type(op, value, ty, &what)?;
        }
        let lanes = matches!(ty, Type::Vector(_) | Type::Tensor(_)) && same_shape(condition, ty);
        if *condition != Type::I1 && !lanes {
            return Err(wrong(
                op,
                format!("the condition has the type `{condition}` for values of the type `{ty}`"),
            )
            .help("the condition must be a signless i1 or have a matching shape"));
        }
        Ok(())
    }

    pub fn constant(&self, op: &Op) -> Check {
        self.count(op, 0, 1)?;
        let value = self.attribute(op, "value")?;
        let ty = self.ty(op.results[0]);
        if matches!(value, Attribute::Opaque(_)) {
            return Ok(());
        }
        let Some(found) = value.ty() else {
            return Err(wrong(op, format!("the attribute `value` is `{value}`"))
                .help("value must be an integer, float, or elements attribute: a typed attribute"));
        };
        if found != *ty {
            return Err(wrong(op, format!("the value type is `{found}`"))
                .help(format!("must match the return type `{ty}`")));
        }
        if matches!(ty, Type::Integer(i) if i.signedness != Signedness::Signless) {
            return Err(wrong(op, format!("the integer return type is `{ty}`")).help("must be signless"));
        }
        match (ty, value) {
            (Type::Vector(vector), Attribute::DenseElements(dense))
                if dense.elements.len() != 1 && vector.shape.iter().any(|d| d.scalable) =>
            {
                Err(wrong(op, format!("the elements of the scalable vectors `{ty}` differ: initializing one is not supported"))
                    .help("expected a vector splat as its elements attribute"))
            }
            _ => Ok(()),
        }
    }

    pub fn cast(&self, op: &Op, code: OpCode) -> Check {
        self.count(op, 1, 1)?;
        let (from, to) = (self.ty(op.operands[0]), self.ty(op.results[0]));
        if code == OpCode::MemRefCast {
            return self.memref_cast(op, from, to);
        }
        let invalid = |why: &str| {
            let message =
                format!("the operand type `{from}` and the result type `{to}` are cast incompatible");
            Err(wrong(op, message).help(format!("expected {why}")))
        };
        let (Some(a), Some(b)) = (lane_or_memref(code, from), lane_or_memref(code, to)) else {
            return invalid("integers, `index`, floats, or vectors or tensors of them");
        };
        if !same_shape(from, to) {
            return Err(wrong(
                op,
                format!("the operand has the type `{from}`, the result the type `{to}`"),
            )
            .help("requires the same shape for all operands and results"));
        }
        if let (Type::Tensor(a), Type::Tensor(b)) = (from, to)
            && a.shape != b.shape
        {
            return Err(
                wrong(op, format!("the input has the type `{from}`, the output `{to}`"))
                    .help("input and output must have the same tensor dimensions"),
            );
        }
        let widths = (a.bit_width(), b.bit_width());
        let (integers, floats) = (
            is_signless_integer(a) && is_signless_integer(b),
            is_float(a) && is_float(b),
        );
        let wider = matches!(widths, (Some(x), Some(y)) if x < y);
        let narrower = matches!(widths, (Some(x), Some(y)) if x > y);
        // The widths of float types that are not modelled are not known.
        let unknown = floats && (widths.0.is_none() || widths.1.is_none());
        let (fits, why) = match code {
            OpCode::ExtSI | OpCode::ExtUI => (integers && wider, "signless integers, the result wider"),
            OpCode::TruncI => (integers && narrower, "signless integers, the result shorter"),
            OpCode::ExtF => (
                floats && (wider || unknown),
                "floating-point types, the result wider",
            ),
            OpCode::TruncF => (
                floats && (narrower || unknown),
                "floating-point types, the result shorter",
            ),
            OpCode::SIToFP | OpCode::UIToFP => (
                is_signless_integer(a) && is_float(b),
                "a signless integer and a floating-point type",
            ),
            OpCode::FPToSI | OpCode::FPToUI => (
                is_float(a) && is_signless_integer(b),
                "a floating-point type and a signless integer",
            ),
            OpCode::IndexCast | OpCode::IndexCastUI => (
                (*a == Type::Index) != (*b == Type::Index) && is_signless(a) && is_signless(b),
                "`index` on one side and a signless integer on the other",
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

/// Extents that are equal where both are static.
fn agree(a: &Option<Vec<Dim>>, b: &Option<Vec<Dim>>) -> bool {
    let (Some(a), Some(b)) = (a, b) else {
        return true;
    };
    let agree = |(x, y): (&Dim, &Dim)| x == y || *x == Dim::Dynamic || *y == Dim::Dynamic;
    a.len() == b.len() && a.iter().zip(b).all(agree)
}

/// As [`lane`]; `index` is also cast in memrefs, and bits in those too.
fn lane_or_memref(code: OpCode, ty: &Type) -> Option<&Type> {
    match ty {
        Type::MemRef(memref)
            if matches!(code, OpCode::IndexCast | OpCode::IndexCastUI | OpCode::Bitcast)
                && memref.shape.is_some() =>
        {
            Some(&memref.element)
        }
        _ => lane(ty),
    }
}

/// Both scalars, or both vectors, tensors or memrefs whose extents agree where both are static.
fn same_shape(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Vector(a), Type::Vector(b)) => a.shape == b.shape,
        (Type::Tensor(a), Type::Tensor(b)) => {
            let both_ranked = a.shape.is_some() && b.shape.is_some();
            agree(&a.shape, &b.shape) && (!both_ranked || a.encoding == b.encoding)
        }
        (Type::MemRef(a), Type::MemRef(b)) => {
            agree(&a.shape, &b.shape) && a.layout == b.layout && a.memory_space == b.memory_space
        }
        (Type::Vector(_) | Type::Tensor(_) | Type::MemRef(_), _)
        | (_, Type::Vector(_) | Type::Tensor(_) | Type::MemRef(_)) => false,
        _ => true,
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

//! Scalars of which some are indices: 64-bit integers whose arithmetic is checked.

use crate::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate, Rounding,
};
use crate::types::Type;

use super::concrete::{integer_compare, mask, signed};
use super::{Domain, Reason};

#[derive(Clone, Debug)]
pub enum Mixed<V> {
    Index(i64),
    Data(V),
}

/// A domain of data, with indices beside it.
pub struct WithIndex<'a, D>(pub &'a mut D);

impl<V> Mixed<V> {
    pub fn index(&self) -> Result<i64, Reason> {
        match self {
            Mixed::Index(value) => Ok(*value),
            Mixed::Data(_) => Err(mismatch()),
        }
    }

    pub fn data(&self) -> Result<&V, Reason> {
        match self {
            Mixed::Data(value) => Ok(value),
            Mixed::Index(_) => Err(mismatch()),
        }
    }
}

/// The bits of a value that must be known.
pub fn decided<D: Domain>(domain: &D, value: &D::Value) -> Result<u128, Reason> {
    if domain.is_undefined(value) {
        return Err(Reason::Undefined);
    }
    domain.known_bits(value).ok_or(Reason::DependsOnData)
}

/// The index that a value is, which must be known.
pub fn decided_index<D: Domain>(domain: &D, value: &D::Value) -> Result<i64, Reason> {
    if domain.is_undefined(value) {
        return Err(Reason::UndefinedIndex);
    }
    Ok(domain.known_bits(value).ok_or(Reason::DependsOnData)? as i64)
}

fn mismatch() -> Reason {
    Reason::Unsupported("an index and data in one operation".into())
}

fn index_arithmetic(op: IntOp, a: i64, b: i64) -> Result<i64, Reason> {
    let overflow = Reason::IndexOverflow;
    let (ua, ub) = (a as u64, b as u64);
    let division = matches!(op, IntOp::DivS | IntOp::DivU | IntOp::RemS | IntOp::RemU);
    if division && b == 0 {
        return Err(Reason::DivisionByZero);
    }
    let shift = || {
        u32::try_from(b)
            .ok()
            .filter(|&s| s < 64)
            .ok_or(Reason::UndefinedIndex)
    };
    match op {
        IntOp::Add => a.checked_add(b).ok_or(overflow),
        IntOp::Sub => a.checked_sub(b).ok_or(overflow),
        IntOp::Mul => a.checked_mul(b).ok_or(overflow),
        IntOp::And => Ok(a & b),
        IntOp::Or => Ok(a | b),
        IntOp::Xor => Ok(a ^ b),
        IntOp::Shl => {
            let factor = 1i64.checked_shl(shift()?).filter(|&f| f > 0);
            factor.and_then(|f| a.checked_mul(f)).ok_or(overflow)
        }
        IntOp::ShrS => Ok(a >> shift()?),
        IntOp::ShrU => Ok((ua >> shift()?) as i64),
        IntOp::DivS => a.checked_div(b).ok_or(Reason::DivisionOverflow),
        IntOp::RemS => a.checked_rem(b).ok_or(Reason::DivisionOverflow),
        IntOp::DivU => Ok((ua / ub) as i64),
        IntOp::RemU => Ok((ua % ub) as i64),
    }
}

impl<D: Domain> Algebra for WithIndex<'_, D> {
    type Value = Mixed<D::Value>;
    type Error = Reason;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Self::Value {
        match ty {
            Type::Index => Mixed::Index(value as i64),
            _ => Mixed::Data(self.0.int_constant(ty, value)),
        }
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Reason> {
        match (a, b) {
            (Mixed::Index(a), Mixed::Index(b)) => index_arithmetic(op, *a, *b).map(Mixed::Index),
            _ => self.0.int(op, ty, a.data()?, b.data()?).map(Mixed::Data),
        }
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        match (a, b) {
            (Mixed::Index(a), Mixed::Index(b)) => {
                let bits = |v: i64| u128::from(v as u64);
                let holds = integer_compare(predicate, &Type::Index, bits(*a), bits(*b));
                Ok(Mixed::Data(self.0.int_constant(&Type::I1, i128::from(holds))))
            }
            _ => self
                .0
                .int_compare(predicate, ty, a.data()?, b.data()?)
                .map(Mixed::Data),
        }
    }

    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        self.0.float(op, ty, flags, a.data()?, b.data()?).map(Mixed::Data)
    }

    fn float_unary(
        &mut self,
        op: FloatUnary,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        self.0.float_unary(op, ty, flags, a.data()?).map(Mixed::Data)
    }

    fn fma(
        &mut self,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
        c: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        self.0
            .fma(ty, flags, a.data()?, b.data()?, c.data()?)
            .map(Mixed::Data)
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        self.0
            .float_compare(predicate, ty, flags, a.data()?, b.data()?)
            .map(Mixed::Data)
    }

    fn select(
        &mut self,
        ty: &Type,
        condition: &Self::Value,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Reason> {
        match (a, b) {
            (Mixed::Index(a), Mixed::Index(b)) => {
                let first = decided_index(self.0, condition.data()?)? != 0;
                Ok(Mixed::Index(if first { *a } else { *b }))
            }
            _ => self
                .0
                .select(ty, condition.data()?, a.data()?, b.data()?)
                .map(Mixed::Data),
        }
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &Self::Value) -> Result<Self::Value, Reason> {
        match (a, to) {
            (Mixed::Index(value), Type::Index) => Ok(Mixed::Index(*value)),
            (Mixed::Index(value), _) => {
                let extended = match op {
                    CastOp::IndexCastU => i128::from(*value as u64),
                    _ => i128::from(*value),
                };
                Ok(Mixed::Data(self.0.int_constant(to, extended)))
            }
            (Mixed::Data(value), Type::Index) => {
                if self.0.is_undefined(value) {
                    return Err(Reason::UndefinedIndex);
                }
                let bits = decided(self.0, value)?;
                Ok(Mixed::Index(match op {
                    CastOp::IndexCastU => (bits & mask(&Type::Index)) as i64,
                    _ => signed(from, bits) as i64,
                }))
            }
            (Mixed::Data(value), _) => self.0.cast(op, from, to, value).map(Mixed::Data),
        }
    }

    fn round_toward(
        &mut self,
        rounding: Rounding,
        from: &Type,
        to: &Type,
        a: &Self::Value,
    ) -> Option<Result<Self::Value, Reason>> {
        let rounded = match a.data() {
            Ok(value) => self.0.round_toward(rounding, from, to, value)?,
            Err(mismatch) => Err(mismatch),
        };
        Some(rounded.map(Mixed::Data))
    }
}

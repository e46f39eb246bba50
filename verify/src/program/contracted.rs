//! The concrete domain with a bound on what contraction may change.
//!
//! A program in which a product may stay unrounded where a sum uses it has several results. Each of them lies within the error of
//! the one that is computed here, so that a program whose result lies beyond it computes something else. Bounds follow the
//! running error analysis of Wilkinson; see Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3.

use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, Function, IntOp, IntPredicate, Rounding,
};
use ovolo_lang::interpret::{Concrete, Domain, Overflow, Reason, Scalar, float};
use ovolo_lang::types::{FloatKind, Type};

/// A number, and how far from it the same may be with other roundings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    pub scalar: Scalar,
    /// Zero where there is no other value: for a NaN, that it is one under all roundings. Infinite where nothing is known.
    pub error: f64,
}

#[derive(Default)]
pub struct Contracted {
    concrete: Concrete,
}

impl Near {
    pub fn exactly(scalar: Scalar) -> Near {
        Near { scalar, error: 0.0 }
    }

    fn unknown(scalar: Scalar) -> Near {
        Near {
            scalar,
            error: f64::INFINITY,
        }
    }

    fn is_exact(&self) -> bool {
        self.error == 0.0
    }

    /// Whether no rounding gives the second number, of a type, where this is computed.
    pub fn excludes(&self, ty: &Type, other: Scalar) -> bool {
        let (Scalar::Bits(a), Scalar::Bits(b)) = (self.scalar, other) else {
            return self.scalar != Scalar::Undefined && other == Scalar::Undefined;
        };
        if self.error.is_infinite() {
            return false;
        }
        let Type::Float(kind) = ty else { return a != b };
        match (float::decode(*kind, a), float::decode(*kind, b)) {
            (Some(x), Some(y)) if x.is_nan() || y.is_nan() => x.is_nan() != y.is_nan(),
            (Some(x), Some(y)) if x.is_infinite() || y.is_infinite() => x != y,
            // The bound is computed with roundings too.
            (Some(x), Some(y)) => (x - y).abs() > 2.0 * self.error,
            _ => a != b && self.is_exact(),
        }
    }
}

/// The relative error of one rounding, and the least normal number.
fn precision(kind: FloatKind) -> Option<[f64; 2]> {
    let [digits, least] = match kind {
        FloatKind::F64 => [-53, -1022],
        FloatKind::F32 => [-24, -126],
        FloatKind::F16 => [-11, -14],
        FloatKind::BF16 => [-8, -126],
        _ => return None,
    };
    Some([digits, least].map(|exponent: i32| 2f64.powi(exponent)))
}

/// A float that was computed from others, when contraction has no say in it.
struct Made<'a, const N: usize> {
    kind: FloatKind,
    operands: [&'a Near; N],
    result: Scalar,
}

impl<const N: usize> Made<'_, N> {
    fn is_exact(&self) -> bool {
        self.operands.iter().all(|operand| operand.is_exact())
    }

    /// The result, whose error is what `spread` makes of the operands and the result, all of them finite, and `roundings` of it.
    fn with(self, roundings: f64, spread: impl Fn([[f64; 2]; N], f64) -> f64) -> Near {
        let value = |scalar: Scalar| scalar.bits().and_then(|bits| float::decode(self.kind, bits));
        let values = self.operands.map(|operand| value(operand.scalar));
        let (Some(result), Some([unit, least])) = (value(self.result), precision(self.kind)) else {
            return match self.is_exact() && roundings == 0.0 {
                true => Near::exactly(self.result),
                false => Near::unknown(self.result),
            };
        };
        let mut known = [[0.0; 2]; N];
        for ((known, operand), value) in known.iter_mut().zip(self.operands).zip(values) {
            let Some(value) = value else {
                return Near::unknown(self.result);
            };
            if value.is_nan() && operand.is_exact() && result.is_nan() {
                return Near::exactly(self.result);
            }
            *known = [value, operand.error];
        }
        if self.is_exact() && (roundings == 0.0 || result.is_nan()) {
            return Near::exactly(self.result);
        }
        let is_finite = known.iter().flatten().all(|number| number.is_finite()) && result.is_finite();
        let spread = spread(known, result);
        let error = spread + roundings.max(1.0) * (2.0 * unit * (result.abs() + spread) + least);
        match is_finite && error.is_finite() {
            true => Near {
                scalar: self.result,
                error,
            },
            false => Near::unknown(self.result),
        }
    }
}

/// The error of a product.
fn product([a, a_error]: [f64; 2], [b, b_error]: [f64; 2]) -> f64 {
    a.abs() * b_error + b.abs() * a_error + a_error * b_error
}

fn kind(ty: &Type) -> Result<FloatKind, Reason> {
    match ty {
        Type::Float(kind) => Ok(*kind),
        _ => Err(Reason::Unsupported("a float operation on another type".into())),
    }
}

/// A number that is known as well as those that it was computed from.
fn only_exact(result: Scalar, operands: &[&Near]) -> Near {
    match operands.iter().all(|operand| operand.is_exact()) {
        true => Near::exactly(result),
        false => Near::unknown(result),
    }
}

impl Algebra for Contracted {
    type Value = Near;
    type Error = Reason;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Near {
        Near::exactly(self.concrete.int_constant(ty, value))
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &Near, b: &Near) -> Result<Near, Reason> {
        let result = self.concrete.int(op, ty, &a.scalar, &b.scalar)?;
        Ok(only_exact(result, &[a, b]))
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &Near,
        b: &Near,
    ) -> Result<Near, Reason> {
        let result = self.concrete.int_compare(predicate, ty, &a.scalar, &b.scalar)?;
        Ok(only_exact(result, &[a, b]))
    }

    fn float(&mut self, op: FloatOp, ty: &Type, flags: FastMath, a: &Near, b: &Near) -> Result<Near, Reason> {
        self.concrete.saw_rounding = false;
        let result = self.concrete.float(op, ty, flags, &a.scalar, &b.scalar)?;
        let rounded = f64::from(u8::from(self.concrete.saw_rounding));
        let made = Made {
            kind: kind(ty)?,
            operands: [a, b],
            result,
        };
        Ok(match op {
            FloatOp::Add | FloatOp::Sub => made.with(0.0, |[a, b], _| a[1] + b[1]),
            FloatOp::Mul => made.with(rounded, |[a, b], _| product(a, b)),
            FloatOp::Div => made.with(rounded, |[a, b], quotient| match b[0].abs() > b[1] {
                true => (a[1] + quotient.abs() * b[1]) / (b[0].abs() - b[1]),
                false => f64::INFINITY,
            }),
            FloatOp::Minimum | FloatOp::Maximum => made.with(0.0, |[a, b], _| a[1].max(b[1])),
            _ => only_exact(result, &[a, b]),
        })
    }

    fn float_unary(&mut self, op: FloatUnary, ty: &Type, flags: FastMath, a: &Near) -> Result<Near, Reason> {
        let result = self.concrete.float_unary(op, ty, flags, &a.scalar)?;
        let made = Made {
            kind: kind(ty)?,
            operands: [a],
            result,
        };
        Ok(match op {
            FloatUnary::Neg | FloatUnary::Abs => made.with(0.0, |[a], _| a[1]),
            FloatUnary::Sqrt => made.with(0.0, |[[a, error]], root| match a > error {
                true => error / root,
                false => f64::INFINITY,
            }),
            // A library's function is within some units of the last place.
            FloatUnary::Call(Function::Exp) => {
                made.with(0.0, |[[_, error]], power| power * (error.exp_m1() + 1e-6 * error))
            }
            _ => only_exact(result, &[a]),
        })
    }

    fn fma(&mut self, ty: &Type, flags: FastMath, a: &Near, b: &Near, c: &Near) -> Result<Near, Reason> {
        self.concrete.saw_rounding = false;
        let rounded = self
            .concrete
            .float(FloatOp::Mul, ty, flags, &a.scalar, &b.scalar)?;
        let rounds = f64::from(u8::from(self.concrete.saw_rounding));
        let result = self.concrete.fma(ty, flags, &a.scalar, &b.scalar, &c.scalar)?;
        let kind = kind(ty)?;
        let whole = Made {
            kind,
            operands: [a, b],
            result: rounded,
        };
        let whole = whole.with(rounds, |[a, b], _| product(a, b));
        let made = Made {
            kind,
            operands: [&whole, c],
            result,
        };
        Ok(made.with(0.0, |[a, b], _| a[1] + b[1]))
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        flags: FastMath,
        a: &Near,
        b: &Near,
    ) -> Result<Near, Reason> {
        let result = self
            .concrete
            .float_compare(predicate, ty, flags, &a.scalar, &b.scalar)?;
        let kind = kind(ty)?;
        let value = |near: &Near| near.scalar.bits().and_then(|bits| float::decode(kind, bits));
        let is_settled = match (value(a), value(b)) {
            (Some(x), Some(y)) => {
                let is_nan = |x: f64, near: &Near| x.is_nan() && near.is_exact();
                is_nan(x, a) || is_nan(y, b) || (x - y).abs() > 2.0 * (a.error + b.error)
            }
            _ => false,
        };
        Ok(match is_settled {
            true => Near::exactly(result),
            false => only_exact(result, &[a, b]),
        })
    }

    fn select(&mut self, _: &Type, condition: &Near, a: &Near, b: &Near) -> Result<Near, Reason> {
        Ok(match condition.scalar {
            Scalar::Undefined => Near::unknown(Scalar::Undefined),
            _ if !condition.is_exact() => match a == b {
                true => *a,
                false => Near::unknown(a.scalar),
            },
            Scalar::Bits(0) => *b,
            Scalar::Bits(_) => *a,
        })
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &Near) -> Result<Near, Reason> {
        let result = self.concrete.cast(op, from, to, &a.scalar)?;
        Ok(only_exact(result, &[a]))
    }

    fn round_toward(
        &mut self,
        rounding: Rounding,
        from: &Type,
        to: &Type,
        a: &Near,
    ) -> Option<Result<Near, Reason>> {
        let result = self.concrete.round_toward(rounding, from, to, &a.scalar)?;
        Some(result.map(|result| only_exact(result, &[a])))
    }
}

impl Domain for Contracted {
    fn constant(&mut self, _: &Type, bits: u128) -> Near {
        Near::exactly(Scalar::Bits(bits))
    }

    fn undefined(&mut self) -> Near {
        Near::exactly(Scalar::Undefined)
    }

    fn is_undefined(&self, value: &Near) -> bool {
        value.scalar == Scalar::Undefined
    }

    fn known_bits(&self, value: &Near) -> Option<u128> {
        value.scalar.bits().filter(|_| value.is_exact())
    }

    fn without_overflow(
        &mut self,
        op: IntOp,
        flags: Overflow,
        ty: &Type,
        [a, b]: [&Near; 2],
        result: Near,
    ) -> Result<Near, Reason> {
        let operands = [&a.scalar, &b.scalar];
        let scalar = self
            .concrete
            .without_overflow(op, flags, ty, operands, result.scalar)?;
        Ok(Near { scalar, ..result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F64: Type = Type::Float(FloatKind::F64);

    fn near(value: f64) -> Near {
        Near::exactly(Scalar::f64(value))
    }

    #[test]
    fn a_contracted_sum_is_within_the_error() {
        let mut domain = Contracted::default();
        let flags = FastMath::NONE;
        let [a, b, c] = [0.1, 0.7, -0.07];
        let product = domain
            .float(FloatOp::Mul, &F64, flags, &near(a), &near(b))
            .unwrap();
        let sum = domain
            .float(FloatOp::Add, &F64, flags, &product, &near(c))
            .unwrap();
        let contracted = a.mul_add(b, c);
        assert_ne!(contracted, a * b + c);
        assert!(!sum.excludes(&F64, Scalar::f64(contracted)));
        assert!(sum.excludes(&F64, Scalar::f64(contracted + 1e-9)));
        assert!(sum.excludes(&F64, Scalar::f64(f64::NAN)));
    }

    #[test]
    fn a_nan_goes_through_all_roundings() {
        let mut domain = Contracted::default();
        let flags = FastMath::NONE;
        let inexact = domain
            .float(FloatOp::Mul, &F64, flags, &near(0.1), &near(0.7))
            .unwrap();
        let nan = domain
            .float(FloatOp::Add, &F64, flags, &inexact, &near(f64::NAN))
            .unwrap();
        assert!(nan.excludes(&F64, Scalar::f64(1.0)));
        let zero = domain
            .float(FloatOp::Sub, &F64, flags, &inexact, &inexact)
            .unwrap();
        let quotient = domain.float(FloatOp::Div, &F64, flags, &zero, &zero).unwrap();
        assert!(!quotient.excludes(&F64, Scalar::f64(1.0)));
    }

    #[test]
    fn a_comparison_that_rounding_decides_is_not_known() {
        let mut domain = Contracted::default();
        let flags = FastMath::NONE;
        let inexact = domain
            .float(FloatOp::Mul, &F64, flags, &near(0.1), &near(0.7))
            .unwrap();
        let mut less = |than: f64| {
            let less = domain.float_compare(FloatPredicate::Olt, &F64, flags, &inexact, &near(than));
            domain.known_bits(&less.unwrap())
        };
        assert_eq!(less(0.07), None);
        assert_eq!(less(0.1), Some(1));
    }
}

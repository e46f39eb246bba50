//! The concrete domain: integers at their width, IEEE floats in their bits.

use crate::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate, Rounding,
};
use crate::types::{FloatKind, Signedness, Type};

pub use crate::types::mask;

use super::float::{self, Rounded};
use super::{Domain, Overflow, Reason};

/// Scalars as bits.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    /// Whether some float operation so far was not exact: it rounded, overflowed, or made a NaN.
    pub saw_rounding: bool,
    /// What the program printed.
    pub printed: String,
}

/// A number of the reference interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Memory never written, or the result of an operation that has no value here (poison).
    Undefined,
    /// The bits, of which those above the width of the type are zero.
    Bits(u128),
}

impl Scalar {
    /// The bits of an f32.
    pub fn f32(value: f32) -> Scalar {
        Scalar::Bits(u128::from(value.to_bits()))
    }

    /// The bits of an f64.
    pub fn f64(value: f64) -> Scalar {
        Scalar::Bits(u128::from(value.to_bits()))
    }

    /// `value` modulo 2^width.
    pub fn integer(ty: &Type, value: i128) -> Scalar {
        Scalar::Bits(value as u128 & mask(ty))
    }

    /// The bits, where there are some.
    pub fn bits(self) -> Option<u128> {
        match self {
            Scalar::Undefined => None,
            Scalar::Bits(bits) => Some(bits),
        }
    }

    /// The value as text: integers signed unless their type is not, floats in Rust's shortest form.
    pub fn display(self, ty: &Type) -> String {
        match (self, ty) {
            (Scalar::Undefined, _) => "undefined".to_string(),
            (Scalar::Bits(bits), Type::Float(FloatKind::F32)) => format!("{:?}", f32::from_bits(bits as u32)),
            (Scalar::Bits(bits), Type::Float(kind)) => match float::decode(*kind, bits) {
                Some(value) => format!("{value:?}"),
                None => wide(*kind, bits),
            },
            (Scalar::Bits(bits), Type::Integer(i)) if i.width == 1 => (bits == 1).to_string(),
            (Scalar::Bits(bits), Type::Integer(i)) if i.signedness == Signedness::Unsigned => {
                bits.to_string()
            }
            (Scalar::Bits(bits), ty) => signed(ty, bits).to_string(),
        }
    }
}

/// A float of a format wider than a double: as that, when it is one, or its bits.
fn wide(kind: FloatKind, bits: u128) -> String {
    let double = crate::float::decode(kind, bits);
    match crate::float::encode(kind, double) == bits {
        true => format!("{double:?}"),
        false => format!("{bits:#x}"),
    }
}

/// The signed integer that `bits` stand for.
pub fn signed(ty: &Type, bits: u128) -> i128 {
    match ty.bit_width() {
        Some(0) => 0,
        Some(width @ 1..128) => ((bits << (128 - width)) as i128) >> (128 - width),
        _ => bits as i128,
    }
}

/// The bits of `op(a, b)`, integers of type `ty`; `Ok(None)` for poison.
pub fn integer(op: IntOp, ty: &Type, a: u128, b: u128) -> Result<Option<u128>, Reason> {
    let width = u128::from(ty.bit_width().unwrap_or(128));
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    let division = matches!(op, IntOp::DivS | IntOp::DivU | IntOp::RemS | IntOp::RemU);
    if division && b == 0 {
        return Err(Reason::DivisionByZero);
    }
    let lowest = width > 0 && a == 1 << (width - 1);
    if matches!(op, IntOp::DivS | IntOp::RemS) && lowest && sb == -1 {
        return Err(Reason::DivisionOverflow);
    }
    let shift = matches!(op, IntOp::Shl | IntOp::ShrS | IntOp::ShrU);
    if shift && b >= width {
        return Ok(None);
    }
    let value = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl => a << b,
        IntOp::ShrS => (sa >> b) as u128,
        IntOp::ShrU => a >> b,
        IntOp::DivS => (sa / sb) as u128,
        IntOp::RemS => (sa % sb) as u128,
        IntOp::DivU => a / b,
        IntOp::RemU => a % b,
    };
    Ok(Some(value & mask(ty)))
}

/// Whether two integers, as bits of the type, compare so.
pub fn integer_compare(predicate: IntPredicate, ty: &Type, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
    }
}

/// The bits of a conversion and whether it is exact; `Ok(None)` for poison.
pub fn cast(op: CastOp, from: &Type, to: &Type, bits: u128) -> Result<Option<Rounded>, Reason> {
    let exact = |bits| Some(Rounded { bits, is_exact: true });
    Ok(match (op, from, to) {
        (CastOp::ExtS | CastOp::IndexCast, ..) => exact(signed(from, bits) as u128 & mask(to)),
        (CastOp::ExtU | CastOp::TruncI | CastOp::IndexCastU | CastOp::Bitcast, ..) => exact(bits & mask(to)),
        (CastOp::ExtF | CastOp::TruncF, Type::Float(f), Type::Float(t)) => {
            Some(float::convert(*f, *t, bits, Rounding::NearestEven))
        }
        (CastOp::SIToFP, _, Type::Float(t)) => {
            let value = signed(from, bits);
            Some(float::from_integer(*t, value < 0, value.unsigned_abs()))
        }
        (CastOp::UIToFP, _, Type::Float(t)) => Some(float::from_integer(*t, false, bits)),
        (CastOp::FPToSI | CastOp::FPToUI, Type::Float(f), Type::Integer(_)) => float::to_integer(*f, bits)
            .and_then(|(negative, magnitude, is_exact)| {
                let bits = to_width(negative, magnitude, op == CastOp::FPToSI, to)?;
                Some(Rounded { bits, is_exact })
            }),
        _ => {
            return Err(Reason::Unsupported(format!(
                "the conversion {op:?} between these types"
            )));
        }
    })
}

/// The bits of the integer `±magnitude`; `None` when it does not fit.
fn to_width(negative: bool, magnitude: u128, is_signed: bool, ty: &Type) -> Option<u128> {
    let largest = match is_signed {
        // The signed maximum, and one more below zero.
        true => (mask(ty) >> 1) + u128::from(negative && mask(ty) != 0),
        false if negative => 0,
        false => mask(ty),
    };
    let bits = if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    (magnitude <= largest).then_some(bits & mask(ty))
}

impl Concrete {
    fn note(&mut self, result: Option<Rounded>) -> Result<Scalar, Reason> {
        let unsupported = || Reason::Unsupported("a function that this float type lacks".into());
        let result = result.ok_or_else(unsupported)?;
        self.saw_rounding |= !result.is_exact;
        Ok(Scalar::Bits(result.bits))
    }
}

fn known(value: &Scalar) -> Result<u128, Reason> {
    value.bits().ok_or(Reason::Undefined)
}

fn kind(ty: &Type) -> Result<FloatKind, Reason> {
    match ty {
        Type::Float(kind) => Ok(*kind),
        _ => Err(Reason::Unsupported("a float operation on another type".into())),
    }
}

impl Algebra for Concrete {
    type Value = Scalar;
    type Error = Reason;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Scalar {
        Scalar::integer(ty, value)
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &Scalar, b: &Scalar) -> Result<Scalar, Reason> {
        let value = integer(op, ty, known(a)?, known(b)?)?;
        Ok(value.map_or(Scalar::Undefined, Scalar::Bits))
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &Scalar,
        b: &Scalar,
    ) -> Result<Scalar, Reason> {
        let value = integer_compare(predicate, ty, known(a)?, known(b)?);
        Ok(Scalar::Bits(u128::from(value)))
    }

    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        _: FastMath,
        a: &Scalar,
        b: &Scalar,
    ) -> Result<Scalar, Reason> {
        let result = float::binary(op, kind(ty)?, known(a)?, known(b)?);
        self.note(result)
    }

    fn float_unary(&mut self, op: FloatUnary, ty: &Type, _: FastMath, a: &Scalar) -> Result<Scalar, Reason> {
        let result = float::unary(op, kind(ty)?, known(a)?);
        self.note(result)
    }

    fn fma(&mut self, ty: &Type, _: FastMath, a: &Scalar, b: &Scalar, c: &Scalar) -> Result<Scalar, Reason> {
        let result = float::fma(kind(ty)?, known(a)?, known(b)?, known(c)?);
        self.note(result)
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        _: FastMath,
        a: &Scalar,
        b: &Scalar,
    ) -> Result<Scalar, Reason> {
        float::compare(predicate, kind(ty)?, known(a)?, known(b)?)
            .map(|value| Scalar::Bits(u128::from(value)))
            .ok_or_else(|| Reason::Unsupported("this float format".into()))
    }

    fn select(&mut self, _: &Type, condition: &Scalar, a: &Scalar, b: &Scalar) -> Result<Scalar, Reason> {
        Ok(match condition {
            Scalar::Undefined => Scalar::Undefined,
            Scalar::Bits(0) => *b,
            Scalar::Bits(_) => *a,
        })
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &Scalar) -> Result<Scalar, Reason> {
        match cast(op, from, to, known(a)?)? {
            None => Ok(Scalar::Undefined),
            rounded => self.note(rounded),
        }
    }

    fn round_toward(
        &mut self,
        rounding: Rounding,
        from: &Type,
        to: &Type,
        a: &Scalar,
    ) -> Option<Result<Scalar, Reason>> {
        let (Type::Float(from), Type::Float(to)) = (from, to) else {
            return None;
        };
        Some(known(a).and_then(|bits| self.note(Some(float::convert(*from, *to, bits, rounding)))))
    }
}

impl Domain for Concrete {
    fn constant(&mut self, _: &Type, bits: u128) -> Scalar {
        Scalar::Bits(bits)
    }

    fn undefined(&mut self) -> Scalar {
        Scalar::Undefined
    }

    fn is_undefined(&self, value: &Scalar) -> bool {
        *value == Scalar::Undefined
    }

    fn known_bits(&self, value: &Scalar) -> Option<u128> {
        value.bits()
    }

    fn without_overflow(
        &mut self,
        op: IntOp,
        flags: Overflow,
        ty: &Type,
        [a, b]: [&Scalar; 2],
        result: Scalar,
    ) -> Result<Scalar, Reason> {
        let overflows = match (a.bits(), b.bits()) {
            (Some(a), Some(b)) => overflows(op, flags, ty, a, b),
            _ => true,
        };
        Ok(if overflows { Scalar::Undefined } else { result })
    }

    fn is_whole_program(&self) -> bool {
        true
    }

    fn display(&self, ty: &Type, value: &Scalar) -> String {
        value.display(ty)
    }

    fn print(&mut self, text: &str) {
        self.printed += text;
    }
}

/// Whether `op(a, b)` leaves the range that the flags promise it stays in.
pub fn overflows(op: IntOp, flags: Overflow, ty: &Type, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    let fits_signed = |value: Option<i128>| value.is_some_and(|v| signed(ty, v as u128 & mask(ty)) == v);
    let fits_unsigned = |value: Option<u128>| value.is_some_and(|v| v & mask(ty) == v);
    let factor = u32::try_from(b)
        .ok()
        .filter(|&shift| shift < 127)
        .map(|shift| 1i128 << shift);
    let (signed_fits, unsigned_fits) = match op {
        IntOp::Add => (fits_signed(sa.checked_add(sb)), fits_unsigned(a.checked_add(b))),
        IntOp::Sub => (fits_signed(sa.checked_sub(sb)), fits_unsigned(a.checked_sub(b))),
        IntOp::Mul => (fits_signed(sa.checked_mul(sb)), fits_unsigned(a.checked_mul(b))),
        IntOp::Shl => (
            fits_signed(factor.and_then(|f| sa.checked_mul(f))),
            fits_unsigned(factor.and_then(|f| a.checked_mul(f as u128))),
        ),
        _ => (true, true),
    };
    flags.no_signed_wrap && !signed_fits || flags.no_unsigned_wrap && !unsigned_fits
}

//! The scalar operations as C expressions: the C printer's implementation of [`Algebra`].
//!
//! A value is the text of an expression that may stand anywhere: an identifier, a literal, or text in
//! parentheses. Integers are kept in the signed type of their width, `i1` in `bool`.

use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate,
};
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

/// Why a function cannot be written as C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable {
    /// What has no C form.
    pub what: String,
    /// The operation at fault.
    pub span: Option<Span>,
}

impl Unprintable {
    pub(crate) fn new(what: impl Into<String>) -> Unprintable {
        Unprintable {
            what: what.into(),
            span: None,
        }
    }

    /// As it is, or at this operation where none was named.
    pub(crate) fn or_at(self, span: Span) -> Unprintable {
        Unprintable {
            span: self.span.or(Some(span)),
            ..self
        }
    }
}

impl std::error::Error for Unprintable {}

impl std::fmt::Display for Unprintable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no C form for {}", self.what)
    }
}

pub struct CAlgebra;

/// The C type of a scalar.
pub fn c_type(ty: &Type) -> Result<&'static str, Unprintable> {
    Ok(match ty {
        Type::Index => "int64_t",
        Type::Float(FloatKind::F32) => "float",
        Type::Float(FloatKind::F64) => "double",
        _ => match integer_width(ty)? {
            1 => "bool",
            8 => "int8_t",
            16 => "int16_t",
            32 => "int32_t",
            _ => "int64_t",
        },
    })
}

/// The literal of a float given by its bits.
pub fn float_literal(kind: FloatKind, bits: u128) -> Result<String, Unprintable> {
    let (value, text, suffix) = match kind {
        FloatKind::F32 => {
            let value = f32::from_bits(bits as u32);
            (f64::from(value), format!("{value:?}"), "f")
        }
        FloatKind::F64 => {
            let value = f64::from_bits(bits as u64);
            (value, format!("{value:?}"), "")
        }
        _ => return Err(Unprintable::new(format!("a constant of {kind:?}"))),
    };
    Ok(
        match (value.is_nan(), value.is_infinite(), value.is_sign_negative()) {
            (true, ..) => format!("__builtin_nan{suffix}(\"\")"),
            (_, true, true) => format!("(-__builtin_inf{suffix}())"),
            (_, true, false) => format!("__builtin_inf{suffix}()"),
            (_, _, true) => format!("({text}{suffix})"),
            (_, _, false) => format!("{text}{suffix}"),
        },
    )
}

fn integer_width(ty: &Type) -> Result<u32, Unprintable> {
    match ty {
        Type::Index => Ok(64),
        Type::Integer(i) if matches!(i.width, 1 | 8 | 16 | 32 | 64) => Ok(i.width),
        _ => Err(Unprintable::new(format!("a value of type {ty}"))),
    }
}

/// The unsigned type of the same width.
fn unsigned(ty: &Type) -> Result<&'static str, Unprintable> {
    Ok(match integer_width(ty)? {
        1 => "bool",
        8 => "uint8_t",
        16 => "uint16_t",
        32 => "uint32_t",
        _ => "uint64_t",
    })
}

/// The unsigned type to compute modulo 2^width in; never one that C promotes to a signed type.
fn wrapping(ty: &Type) -> Result<&'static str, Unprintable> {
    Ok(if integer_width(ty)? <= 32 {
        "uint32_t"
    } else {
        "uint64_t"
    })
}

/// What takes a function or a built-in of C's compilers: the simpler operations that the op table makes it of are no
/// expression of a sensible length. `None` for any other operation.
pub(crate) fn call(code: OpCode, types: &[&Type], args: &[String]) -> Option<Result<String, Unprintable>> {
    match (code, types, args) {
        (OpCode::FPowI, [ty, exponent], [a, b]) => Some(power(ty, exponent, a, b)),
        (OpCode::IPowI, [ty, _], [a, b]) => {
            Some(integer(ty).map(|(result, _, _)| format!("(({result})ovolo_power({a}, {b}))")))
        }
        (OpCode::CountOnes, [ty], [a]) => Some(
            integer(ty).map(|(result, bits, _)| format!("(({result})__builtin_popcountll(({bits}){a}))")),
        ),
        (OpCode::CountLeadingZeros, [ty], [a]) => Some(integer(ty).map(|(result, bits, width)| {
            let above = 64 - width;
            format!("(({result})({a} ? __builtin_clzll(({bits}){a}) - {above} : {width}))")
        })),
        (OpCode::CountTrailingZeros, [ty], [a]) => Some(integer(ty).map(|(result, bits, width)| {
            format!("(({result})({a} ? __builtin_ctzll(({bits}){a}) : {width}))")
        })),
        _ => None,
    }
}

fn power(ty: &Type, exponent: &Type, a: &str, b: &str) -> Result<String, Unprintable> {
    integer(exponent)?;
    Ok(format!("{}({a}, {b})", math("ovolo_powi", ty)?))
}

/// The signed and the unsigned type of an integer of more than one bit, and its width.
fn integer(ty: &Type) -> Result<(&'static str, &'static str, u32), Unprintable> {
    match integer_width(ty)? {
        1 => Err(Unprintable::new("a count or a power of i1")),
        width => Ok((c_type(ty)?, unsigned(ty)?, width)),
    }
}

/// `name` for doubles, `namef` for floats.
fn math(name: &str, ty: &Type) -> Result<String, Unprintable> {
    match c_type(ty)? {
        "double" => Ok(name.to_string()),
        "float" => Ok(format!("{name}f")),
        _ => Err(Unprintable::new(format!("`{name}` of {ty:?}"))),
    }
}

impl Algebra for CAlgebra {
    type Value = String;
    type Error = Unprintable;

    fn int_constant(&mut self, ty: &Type, value: i128) -> String {
        match integer_width(ty) {
            Ok(1) => (value & 1).to_string(),
            width => {
                let shift = 128 - width.unwrap_or(64);
                let value = (value << shift) >> shift;
                if value == i128::from(i64::MIN) {
                    "INT64_MIN".to_string()
                } else if value < 0 {
                    format!("({value})")
                } else {
                    value.to_string()
                }
            }
        }
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &String, b: &String) -> Result<String, Unprintable> {
        let result = c_type(ty)?;
        if integer_width(ty)? == 1 {
            return match op {
                IntOp::And | IntOp::Mul => Ok(format!("({a} & {b})")),
                IntOp::Or => Ok(format!("({a} | {b})")),
                IntOp::Xor | IntOp::Add | IntOp::Sub => Ok(format!("({a} ^ {b})")),
                _ => Err(Unprintable::new(format!("{op:?} of i1"))),
            };
        }
        let (sign, operands) = match op {
            IntOp::Add => ("+", wrapping(ty)?),
            IntOp::Sub => ("-", wrapping(ty)?),
            IntOp::Mul => ("*", wrapping(ty)?),
            IntOp::Shl => ("<<", wrapping(ty)?),
            IntOp::DivU => ("/", unsigned(ty)?),
            IntOp::RemU => ("%", unsigned(ty)?),
            IntOp::ShrU => (">>", unsigned(ty)?),
            IntOp::And => return Ok(format!("({a} & {b})")),
            IntOp::Or => return Ok(format!("({a} | {b})")),
            IntOp::Xor => return Ok(format!("({a} ^ {b})")),
            IntOp::DivS => return Ok(format!("(({result})({a} / {b}))")),
            IntOp::RemS => return Ok(format!("(({result})({a} % {b}))")),
            IntOp::ShrS => return Ok(format!("({a} >> {b})")),
        };
        Ok(format!("(({result})(({operands}){a} {sign} ({operands}){b}))"))
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &String,
        b: &String,
    ) -> Result<String, Unprintable> {
        let (sign, is_unsigned) = match predicate {
            IntPredicate::Eq => return Ok(format!("({a} == {b})")),
            IntPredicate::Ne => return Ok(format!("({a} != {b})")),
            IntPredicate::Slt => ("<", false),
            IntPredicate::Sle => ("<=", false),
            IntPredicate::Sgt => (">", false),
            IntPredicate::Sge => (">=", false),
            IntPredicate::Ult => ("<", true),
            IntPredicate::Ule => ("<=", true),
            IntPredicate::Ugt => (">", true),
            IntPredicate::Uge => (">=", true),
        };
        match (is_unsigned, integer_width(ty)?) {
            (true, _) => {
                let operands = unsigned(ty)?;
                Ok(format!("(({operands}){a} {sign} ({operands}){b})"))
            }
            // The signed value of `true` is -1.
            (false, 1) => Ok(format!("({b} {sign} {a})")),
            (false, _) => Ok(format!("({a} {sign} {b})")),
        }
    }

    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        _flags: FastMath,
        a: &String,
        b: &String,
    ) -> Result<String, Unprintable> {
        let function = match op {
            FloatOp::Add => return Ok(format!("({a} + {b})")),
            FloatOp::Sub => return Ok(format!("({a} - {b})")),
            FloatOp::Mul => return Ok(format!("({a} * {b})")),
            FloatOp::Div => return Ok(format!("({a} / {b})")),
            FloatOp::Rem => "fmod",
            FloatOp::Minimum => "ovolo_minimum",
            FloatOp::Maximum => "ovolo_maximum",
            FloatOp::MinNum => "fmin",
            FloatOp::MaxNum => "fmax",
            FloatOp::CopySign => "copysign",
            FloatOp::Pow => "pow",
            FloatOp::Atan2 => "atan2",
        };
        Ok(format!("{}({a}, {b})", math(function, ty)?))
    }

    fn float_unary(
        &mut self,
        op: FloatUnary,
        ty: &Type,
        _flags: FastMath,
        a: &String,
    ) -> Result<String, Unprintable> {
        let function = match op {
            FloatUnary::Neg => return Ok(format!("(-{a})")),
            FloatUnary::Rsqrt => return Ok(format!("(1 / {}({a}))", math("sqrt", ty)?)),
            FloatUnary::Call(function) => function.c_name(),
            FloatUnary::Abs => "fabs",
            FloatUnary::Sqrt => "sqrt",
            FloatUnary::Floor => "floor",
            FloatUnary::Ceil => "ceil",
            FloatUnary::Round => "round",
            FloatUnary::RoundEven => "__builtin_roundeven",
            FloatUnary::Trunc => "trunc",
        };
        Ok(format!("{}({a})", math(function, ty)?))
    }

    fn fma(
        &mut self,
        ty: &Type,
        _flags: FastMath,
        a: &String,
        b: &String,
        c: &String,
    ) -> Result<String, Unprintable> {
        Ok(format!("{}({a}, {b}, {c})", math("fma", ty)?))
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        _flags: FastMath,
        a: &String,
        b: &String,
    ) -> Result<String, Unprintable> {
        c_type(ty)?;
        Ok(match predicate {
            FloatPredicate::AlwaysFalse => "0".to_string(),
            FloatPredicate::AlwaysTrue => "1".to_string(),
            FloatPredicate::Oeq => format!("({a} == {b})"),
            FloatPredicate::Ogt => format!("({a} > {b})"),
            FloatPredicate::Oge => format!("({a} >= {b})"),
            FloatPredicate::Olt => format!("({a} < {b})"),
            FloatPredicate::Ole => format!("({a} <= {b})"),
            FloatPredicate::One => format!("({a} < {b} || {a} > {b})"),
            FloatPredicate::Ord => format!("({a} == {a} && {b} == {b})"),
            FloatPredicate::Ueq => format!("(!({a} < {b} || {a} > {b}))"),
            FloatPredicate::Ugt => format!("(!({a} <= {b}))"),
            FloatPredicate::Uge => format!("(!({a} < {b}))"),
            FloatPredicate::Ult => format!("(!({a} >= {b}))"),
            FloatPredicate::Ule => format!("(!({a} > {b}))"),
            FloatPredicate::Une => format!("({a} != {b})"),
            FloatPredicate::Uno => format!("({a} != {a} || {b} != {b})"),
        })
    }

    fn select(
        &mut self,
        _ty: &Type,
        condition: &String,
        a: &String,
        b: &String,
    ) -> Result<String, Unprintable> {
        Ok(format!("({condition} ? {a} : {b})"))
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &String) -> Result<String, Unprintable> {
        let result = c_type(to)?;
        let from_bool = *from == Type::I1;
        Ok(match op {
            CastOp::TruncI if *to == Type::I1 => format!("({a} & 1)"),
            // The signed value of `true` is -1.
            CastOp::ExtS | CastOp::SIToFP | CastOp::IndexCast if from_bool => {
                format!("((({result})0) - {a})")
            }
            CastOp::ExtU | CastOp::UIToFP | CastOp::IndexCastU => {
                format!("(({result})({}){a})", unsigned(from)?)
            }
            CastOp::FPToUI => format!("(({result})({}){a})", unsigned(to)?),
            CastOp::Bitcast => return Err(Unprintable::new("arith.bitcast")),
            _ => format!("(({result}){a})"),
        })
    }
}

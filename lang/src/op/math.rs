//! The math dialect: functions beyond arithmetic.

use super::cost::{Cost, Latency};
use super::derived::{
    absolute_value, count_ones, float_binary, float_unary, integer_power, leading_zeros, trailing_zeros,
};
use crate::algebra::{FloatOp, FloatUnary, Function};

const INTEGER_UNARY: &str =
    "<T: integer-like> (operand: T) -> (result: T); operand attr-dict ':' type(result)";
const FLOAT_UNARY: &str = "<T: float-like> (operand: T) {fastmath: fastmath = none} -> (result: T); \
    operand ['fastmath' fastmath] attr-dict ':' type(result)";
const FLOAT_BINARY: &str = "<T: float-like> (lhs: T, rhs: T) {fastmath: fastmath = none} -> (result: T); \
    lhs ',' rhs ['fastmath' fastmath] attr-dict ':' type(result)";

ops! {
    dialect Math;

    /// a * b + c rounded once.
    Fma = "math.fma": Ternary [Pure Elementwise FastMath FloatLike]
        as "<T: float-like> (a: T, b: T, c: T) {fastmath: fastmath = none} -> (result: T); \
            a ',' b ',' c ['fastmath' fastmath] attr-dict ':' type(result)"
        costs [Cost::float(1.0, Latency::Fma)]
        means |k, x| Some(k.fma(x.ty, x.flags, &x.args[0], &x.args[1], &x.args[2]));
    /// Absolute value of a float.
    AbsF = "math.absf": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(1.0, Latency::Cycle)]
        means |k, x| float_unary(k, x, FloatUnary::Abs);
    /// Square root.
    Sqrt = "math.sqrt": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::divide(2.0)]
        means |k, x| float_unary(k, x, FloatUnary::Sqrt);
    /// e to the power x.
    Exp = "math.exp": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(8.0, 13.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Exp));
    /// Natural logarithm.
    Log = "math.log": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(10.0, 14.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Log));
    /// Hyperbolic tangent.
    Tanh = "math.tanh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(37.0, 34.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Tanh));
    /// Absolute value of a signed integer.
    AbsI = "math.absi": Unary [Pure Elementwise IntegerLike]
        as INTEGER_UNARY
        means |k, x| absolute_value(k, x);
    /// Arc cosine.
    Acos = "math.acos": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(20.0, 19.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Acos));
    /// Inverse hyperbolic cosine.
    Acosh = "math.acosh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(20.0, 18.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Acosh));
    /// Arc sine.
    Asin = "math.asin": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(20.0, 19.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Asin));
    /// Inverse hyperbolic sine.
    Asinh = "math.asinh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(26.0, 28.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Asinh));
    /// Arc tangent.
    Atan = "math.atan": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(18.0, 30.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Atan));
    /// The angle of the point (b, a).
    Atan2 = "math.atan2": Binary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::library(37.0, 41.0)]
        means |k, x| float_binary(k, x, FloatOp::Atan2);
    /// Inverse hyperbolic tangent.
    Atanh = "math.atanh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(21.0, 19.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Atanh));
    /// Cube root.
    Cbrt = "math.cbrt": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(29.0, 34.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Cbrt));
    /// The least integral float not below.
    Ceil = "math.ceil": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(2.0, Latency::Add)]
        means |k, x| float_unary(k, x, FloatUnary::Ceil);
    /// The magnitude of the first operand with the sign of the second.
    CopySign = "math.copysign": Binary [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::float(1.0, Latency::Cycle).instructions(2.0)]
        means |k, x| float_binary(k, x, FloatOp::CopySign);
    /// Cosine.
    Cos = "math.cos": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(9.0, 32.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Cos));
    /// Hyperbolic cosine.
    Cosh = "math.cosh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(19.0, 19.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Cosh));
    /// The number of zero bits above the highest one.
    CountLeadingZeros = "math.ctlz": Unary [Pure Elementwise IntegerLike]
        as INTEGER_UNARY
        means |k, x| leading_zeros(k, x);
    /// The number of zero bits below the lowest one.
    CountTrailingZeros = "math.cttz": Unary [Pure Elementwise IntegerLike]
        as INTEGER_UNARY
        costs [Cost::integer(3.0, Latency::Cycle).instructions(3.0)]
        means |k, x| trailing_zeros(k, x);
    /// The number of one bits.
    CountOnes = "math.ctpop": Unary [Pure Elementwise IntegerLike]
        as INTEGER_UNARY
        means |k, x| count_ones(k, x);
    /// The error function.
    Erf = "math.erf": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(34.0, 34.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Erf));
    /// One minus the error function.
    Erfc = "math.erfc": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(40.0, 40.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Erfc));
    /// 2 to the power x.
    Exp2 = "math.exp2": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(8.0, 9.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Exp2));
    /// e to the power x, less one.
    ExpM1 = "math.expm1": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(27.0, 20.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::ExpM1));
    /// The greatest integral float not above.
    Floor = "math.floor": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(2.0, Latency::Add)]
        means |k, x| float_unary(k, x, FloatUnary::Floor);
    /// A float to a signed integer power.
    FPowI = "math.fpowi": Generic [Pure Elementwise FastMath FloatLike]
        as "<T: float-like> (lhs: T, rhs: integer-like) {fastmath: fastmath = none} -> (result: T) where \
            same-shape; \
            lhs ',' rhs ['fastmath' fastmath] attr-dict ':' type(lhs) ',' type(rhs)"
        costs [Cost::float(3.0, Latency::Multiply).instructions(3.0)];
    /// A signed integer to a signed integer power.
    IPowI = "math.ipowi": Binary [Pure Partial Elementwise IntegerLike]
        as "<T: integer-like> (lhs: T, rhs: T) -> (result: T); \
            lhs ',' rhs attr-dict ':' type(result)"
        costs [Cost::integer(1.0, Latency::Multiply).instructions(4.0).per_bit()]
        means |k, x| integer_power(k, x);
    /// Logarithm to base 10.
    Log10 = "math.log10": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(22.0, 21.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Log10));
    /// Natural logarithm of one more.
    Log1p = "math.log1p": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(18.0, 16.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Log1p));
    /// Logarithm to base 2.
    Log2 = "math.log2": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(10.0, 10.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Log2));
    /// A float to a float power.
    PowF = "math.powf": Binary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::library(12.0, 26.0)]
        means |k, x| float_binary(k, x, FloatOp::Pow);
    /// To the nearest integral float, halves away from zero.
    Round = "math.round": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(3.0, Latency::Add).instructions(4.0)]
        means |k, x| float_unary(k, x, FloatUnary::Round);
    /// To the nearest integral float, halves to even.
    RoundEven = "math.roundeven": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(2.0, Latency::Add)]
        means |k, x| float_unary(k, x, FloatUnary::RoundEven);
    /// The reciprocal of the square root.
    Rsqrt = "math.rsqrt": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::divide(4.0).instructions(2.0)]
        means |k, x| float_unary(k, x, FloatUnary::Rsqrt);
    /// Sine.
    Sin = "math.sin": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(9.0, 32.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Sin));
    /// Hyperbolic sine.
    Sinh = "math.sinh": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(39.0, 36.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Sinh));
    /// Tangent.
    Tan = "math.tan": Unary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::library(35.0, 34.0)]
        means |k, x| float_unary(k, x, FloatUnary::Call(Function::Tan));
    /// To an integral float, toward zero.
    Trunc = "math.trunc": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        costs [Cost::float(2.0, Latency::Add)]
        means |k, x| float_unary(k, x, FloatUnary::Trunc);
}

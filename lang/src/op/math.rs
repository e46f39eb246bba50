//! The math dialect: functions beyond arithmetic.

use crate::algebra::FloatUnary;

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
        means |k, x| Some(k.fma(x.ty, x.flags, &x.args[0], &x.args[1], &x.args[2]));
    /// Absolute value of a float.
    AbsF = "math.absf": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        means |k, x| Some(k.float_unary(FloatUnary::Abs, x.ty, x.flags, &x.args[0]));
    /// Square root.
    Sqrt = "math.sqrt": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        means |k, x| Some(k.float_unary(FloatUnary::Sqrt, x.ty, x.flags, &x.args[0]));
    /// e to the power x.
    Exp = "math.exp": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        means |k, x| Some(k.float_unary(FloatUnary::Exp, x.ty, x.flags, &x.args[0]));
    /// Natural logarithm.
    Log = "math.log": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        means |k, x| Some(k.float_unary(FloatUnary::Log, x.ty, x.flags, &x.args[0]));
    /// Hyperbolic tangent.
    Tanh = "math.tanh": Unary [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY
        means |k, x| Some(k.float_unary(FloatUnary::Tanh, x.ty, x.flags, &x.args[0]));
    /// Absolute value of a signed integer.
    AbsI = "math.absi": Generic [Pure Elementwise IntegerLike]
        as INTEGER_UNARY;
    /// Arc cosine.
    Acos = "math.acos": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Inverse hyperbolic cosine.
    Acosh = "math.acosh": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Arc sine.
    Asin = "math.asin": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Inverse hyperbolic sine.
    Asinh = "math.asinh": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Arc tangent.
    Atan = "math.atan": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The angle of the point (b, a).
    Atan2 = "math.atan2": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY;
    /// Inverse hyperbolic tangent.
    Atanh = "math.atanh": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Cube root.
    Cbrt = "math.cbrt": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The least integral float not below.
    Ceil = "math.ceil": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The magnitude of the first operand with the sign of the second.
    CopySign = "math.copysign": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY;
    /// Cosine.
    Cos = "math.cos": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Hyperbolic cosine.
    Cosh = "math.cosh": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The number of zero bits above the highest one.
    CountLeadingZeros = "math.ctlz": Generic [Pure Elementwise IntegerLike]
        as INTEGER_UNARY;
    /// The number of zero bits below the lowest one.
    CountTrailingZeros = "math.cttz": Generic [Pure Elementwise IntegerLike]
        as INTEGER_UNARY;
    /// The number of one bits.
    CountOnes = "math.ctpop": Generic [Pure Elementwise IntegerLike]
        as INTEGER_UNARY;
    /// The error function.
    Erf = "math.erf": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// 2 to the power x.
    Exp2 = "math.exp2": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// e to the power x, less one.
    ExpM1 = "math.expm1": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The greatest integral float not above.
    Floor = "math.floor": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// A float to a signed integer power.
    FPowI = "math.fpowi": Generic [Pure Elementwise FastMath FloatLike]
        as "<T: float-like> (lhs: T, rhs: integer-like) {fastmath: fastmath = none} -> (result: T) where \
            same-shape; \
            lhs ',' rhs ['fastmath' fastmath] attr-dict ':' type(lhs) ',' type(rhs)";
    /// A signed integer to a signed integer power.
    IPowI = "math.ipowi": Generic [Pure Elementwise IntegerLike]
        as "<T: integer-like> (lhs: T, rhs: T) -> (result: T); \
            lhs ',' rhs attr-dict ':' type(result)";
    /// Logarithm to base 10.
    Log10 = "math.log10": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Natural logarithm of one more.
    Log1p = "math.log1p": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Logarithm to base 2.
    Log2 = "math.log2": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// A float to a float power.
    PowF = "math.powf": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY;
    /// To the nearest integral float, halves away from zero.
    Round = "math.round": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// To the nearest integral float, halves to even.
    RoundEven = "math.roundeven": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// The reciprocal of the square root.
    Rsqrt = "math.rsqrt": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Sine.
    Sin = "math.sin": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Hyperbolic sine.
    Sinh = "math.sinh": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// Tangent.
    Tan = "math.tan": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
    /// To an integral float, toward zero.
    Trunc = "math.trunc": Generic [Pure Elementwise FastMath FloatLike]
        as FLOAT_UNARY;
}

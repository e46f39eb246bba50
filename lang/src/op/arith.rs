//! The arith dialect: arithmetic on integers, `index` and floats, and on vectors and tensors of them.

use super::cost::{Cost, Latency};
use super::derived::{Side, choose, rounded_quotient, unsigned_quotient_rounded_up};
use crate::algebra::{CastOp, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate, Rounding};

const INTEGER_BINARY: &str = "<T: integer-like> (lhs: T, rhs: T) -> (result: T); \
    lhs ',' rhs attr-dict ':' type(result)";
const OVERFLOW_BINARY: &str = "<T: integer-like> (lhs: T, rhs: T) {overflowFlags: overflow = none} -> (result: T); \
    lhs ',' rhs ['overflow' overflowFlags] attr-dict ':' type(result)";
const FLOAT_BINARY: &str = "<T: float-like> (lhs: T, rhs: T) {fastmath: fastmath = none} -> (result: T); \
    lhs ',' rhs ['fastmath' fastmath] attr-dict ':' type(result)";
const EXTENDED_PRODUCT: &str = "<T: integer-like> (lhs: T, rhs: T) -> (low: T, high: T); \
    lhs ',' rhs attr-dict ':' type(lhs)";
const INTEGER_CAST: &str = "(in: fixed-width-integer-like) -> (out: fixed-width-integer-like) where same-shape; \
    in attr-dict ':' type(in) 'to' type(out)";
const FLOAT_OF_INTEGER: &str = "(in: fixed-width-integer-like) -> (out: float-like) where same-shape; \
    in attr-dict ':' type(in) 'to' type(out)";
const INTEGER_OF_FLOAT: &str = "(in: float-like) -> (out: fixed-width-integer-like) where same-shape; \
    in attr-dict ':' type(in) 'to' type(out)";
const INDEX_CAST: &str = "(in: integer-like | memref<signless-integer | index>) \
    -> (out: integer-like | memref<signless-integer | index>) where same-shape; \
    in attr-dict ':' type(in) 'to' type(out)";

ops! {
    dialect Arith;

    /// A constant.
    Constant = "arith.constant": Own [Pure ConstantLike]
        as "() {value: typed} -> (result: type-of(value)); attr-dict value";
    /// Sum, modulo 2^width.
    AddI = "arith.addi": Binary [Pure Commutative Elementwise Overflow IntegerLike]
        as OVERFLOW_BINARY
        means |k, x| Some(k.int(IntOp::Add, x.ty, &x.args[0], &x.args[1]));
    /// Difference, modulo 2^width.
    SubI = "arith.subi": Binary [Pure Elementwise Overflow IntegerLike]
        as OVERFLOW_BINARY
        means |k, x| Some(k.int(IntOp::Sub, x.ty, &x.args[0], &x.args[1]));
    /// Product, modulo 2^width.
    MulI = "arith.muli": Binary [Pure Commutative Elementwise Overflow IntegerLike]
        as OVERFLOW_BINARY
        costs [Cost::integer(1.0, Latency::Multiply)]
        means |k, x| Some(k.int(IntOp::Mul, x.ty, &x.args[0], &x.args[1]));
    /// Signed quotient rounded toward zero. Undefined for b = 0 or on overflow.
    DivSI = "arith.divsi": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.0)]
        means |k, x| Some(k.int(IntOp::DivS, x.ty, &x.args[0], &x.args[1]));
    /// Unsigned quotient. Undefined for b = 0.
    DivUI = "arith.divui": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.0)]
        means |k, x| Some(k.int(IntOp::DivU, x.ty, &x.args[0], &x.args[1]));
    /// Remainder of `arith.divsi`. Undefined for b = 0 or where the quotient overflows.
    RemSI = "arith.remsi": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.0)]
        means |k, x| Some(k.int(IntOp::RemS, x.ty, &x.args[0], &x.args[1]));
    /// Remainder of `arith.divui`. Undefined for b = 0.
    RemUI = "arith.remui": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.0)]
        means |k, x| Some(k.int(IntOp::RemU, x.ty, &x.args[0], &x.args[1]));
    /// Quotient rounded toward minus infinity. Undefined for b = 0 or on overflow.
    FloorDivSI = "arith.floordivsi": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.5)]
        means |k, x| Some(rounded_quotient(k, x, Side::Down));
    /// Signed quotient rounded toward plus infinity. Undefined for b = 0 or on overflow.
    CeilDivSI = "arith.ceildivsi": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.5)]
        means |k, x| Some(rounded_quotient(k, x, Side::Up));
    /// Unsigned quotient rounded up. Undefined for b = 0.
    CeilDivUI = "arith.ceildivui": Binary [Pure Partial Elementwise IntegerLike]
        as INTEGER_BINARY
        costs [Cost::divide(2.5)]
        means |k, x| Some(unsigned_quotient_rounded_up(k, x));
    /// Bitwise and.
    AndI = "arith.andi": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(k.int(IntOp::And, x.ty, &x.args[0], &x.args[1]));
    /// Bitwise or.
    OrI = "arith.ori": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(k.int(IntOp::Or, x.ty, &x.args[0], &x.args[1]));
    /// Bitwise exclusive or.
    XOrI = "arith.xori": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(k.int(IntOp::Xor, x.ty, &x.args[0], &x.args[1]));
    /// Shift left. Poison for a shift by the width or more.
    ShLI = "arith.shli": Binary [Pure Elementwise Overflow IntegerLike]
        as OVERFLOW_BINARY
        means |k, x| Some(k.int(IntOp::Shl, x.ty, &x.args[0], &x.args[1]));
    /// Shift right that repeats the sign. Poison for a shift by the width or more.
    ShRSI = "arith.shrsi": Binary [Pure Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(k.int(IntOp::ShrS, x.ty, &x.args[0], &x.args[1]));
    /// Shift right that brings in zeros. Poison for a shift by the width or more.
    ShRUI = "arith.shrui": Binary [Pure Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(k.int(IntOp::ShrU, x.ty, &x.args[0], &x.args[1]));
    /// The greater, as signed integers.
    MaxSI = "arith.maxsi": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(choose(k, x, IntPredicate::Sgt));
    /// The lesser, as signed integers.
    MinSI = "arith.minsi": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(choose(k, x, IntPredicate::Slt));
    /// The greater, as unsigned integers.
    MaxUI = "arith.maxui": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(choose(k, x, IntPredicate::Ugt));
    /// The lesser, as unsigned integers.
    MinUI = "arith.minui": Binary [Pure Commutative Elementwise IntegerLike]
        as INTEGER_BINARY
        means |k, x| Some(choose(k, x, IntPredicate::Ult));
    /// Float sum.
    AddF = "arith.addf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::addition()]
        means |k, x| Some(k.float(FloatOp::Add, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float difference.
    SubF = "arith.subf": Binary [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::addition()]
        means |k, x| Some(k.float(FloatOp::Sub, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float product.
    MulF = "arith.mulf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::float(1.0, Latency::Multiply)]
        means |k, x| Some(k.float(FloatOp::Mul, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float quotient.
    DivF = "arith.divf": Binary [Pure Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::divide(2.0)]
        means |k, x| Some(k.float(FloatOp::Div, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float remainder with the sign of the dividend.
    RemF = "arith.remf": Binary [Pure Elementwise Library FastMath FloatLike]
        as FLOAT_BINARY
        costs [Cost::library(16.0, 16.0)]
        means |k, x| Some(k.float(FloatOp::Rem, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The greater; NaN if either is NaN.
    MaximumF = "arith.maximumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        means |k, x| Some(k.float(FloatOp::Maximum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The lesser; NaN if either is NaN.
    MinimumF = "arith.minimumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        means |k, x| Some(k.float(FloatOp::Minimum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The greater; the other operand if one is NaN.
    MaxNumF = "arith.maxnumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        means |k, x| Some(k.float(FloatOp::MaxNum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The lesser; the other operand if one is NaN.
    MinNumF = "arith.minnumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        as FLOAT_BINARY
        means |k, x| Some(k.float(FloatOp::MinNum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float negation: flips the sign, of a NaN too.
    NegF = "arith.negf": Unary [Pure Elementwise FastMath FloatLike]
        as "<T: float-like> (operand: T) {fastmath: fastmath = none} -> (result: T); \
            operand ['fastmath' fastmath] attr-dict ':' type(result)"
        costs [Cost::float(1.0, Latency::Cycle)]
        means |k, x| Some(k.float_unary(FloatUnary::Neg, x.ty, x.flags, &x.args[0]));
    /// Integer comparison.
    CmpI = "arith.cmpi": Compare [Pure Elementwise IntegerLike]
        as "<T: integer-like> (lhs: T, rhs: T) {predicate: integer-predicate} -> (result: i1-like(T)); \
            predicate ',' lhs ',' rhs attr-dict ':' type(lhs)"
        means |k, x| Some(k.int_compare(
            IntPredicate::from_code(x.predicate)?, x.ty, &x.args[0], &x.args[1]));
    /// Float comparison.
    CmpF = "arith.cmpf": Compare [Pure Elementwise FastMath FloatLike]
        as "<T: float-like> (lhs: T, rhs: T) {predicate: float-predicate, fastmath: fastmath = none} -> \
            (result: i1-like(T)); \
            predicate ',' lhs ',' rhs ['fastmath' fastmath] attr-dict ':' type(lhs)"
        means |k, x| Some(k.float_compare(
            FloatPredicate::from_code(x.predicate)?, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The second operand where the first is true, else the third.
    Select = "arith.select": Own [Pure Elementwise]
        as "<T: any> (condition: bool-like, true_value: T, false_value: T) -> (result: T); \
            custom"
        means |k, x| Some(k.select(x.ty, &x.args[0], &x.args[1], &x.args[2]));
    /// Sign extension.
    ExtSI = "arith.extsi": Cast [Pure Elementwise IntegerLike]
        as INTEGER_CAST
        means |k, x| Some(k.cast(CastOp::ExtS, x.ty, x.result, &x.args[0]));
    /// Zero extension.
    ExtUI = "arith.extui": Cast [Pure Elementwise IntegerLike]
        as INTEGER_CAST
        means |k, x| Some(k.cast(CastOp::ExtU, x.ty, x.result, &x.args[0]));
    /// The low bits.
    TruncI = "arith.trunci": Cast [Pure Elementwise IntegerLike]
        as INTEGER_CAST
        means |k, x| Some(k.cast(CastOp::TruncI, x.ty, x.result, &x.args[0]));
    /// To a wider float, exactly.
    ExtF = "arith.extf": Cast [Pure Elementwise FloatLike]
        as "(in: float-like) {fastmath?: fastmath} -> (out: float-like) where same-shape; \
            in ['fastmath' fastmath] attr-dict ':' type(in) 'to' type(out)"
        means |k, x| Some(k.cast(CastOp::ExtF, x.ty, x.result, &x.args[0]));
    /// To a narrower float, to nearest, ties to even, unless a rounding mode says otherwise.
    TruncF = "arith.truncf": Cast [Pure Elementwise FloatLike]
        as "(in: float-like) {roundingmode?: rounding-mode, fastmath?: fastmath} -> (out: float-like) where \
            same-shape; \
            in [roundingmode] ['fastmath' fastmath] attr-dict ':' type(in) 'to' type(out)"
        means |k, x| match x.rounding {
            Rounding::NearestEven => Some(k.cast(CastOp::TruncF, x.ty, x.result, &x.args[0])),
            rounding => k.round_toward(rounding, x.ty, x.result, &x.args[0]),
        };
    /// Signed integer to float.
    SIToFP = "arith.sitofp": Cast [Pure Elementwise IntegerLike]
        as FLOAT_OF_INTEGER
        means |k, x| Some(k.cast(CastOp::SIToFP, x.ty, x.result, &x.args[0]));
    /// Unsigned integer to float.
    UIToFP = "arith.uitofp": Cast [Pure Elementwise IntegerLike]
        as FLOAT_OF_INTEGER
        means |k, x| Some(k.cast(CastOp::UIToFP, x.ty, x.result, &x.args[0]));
    /// Float to signed integer, toward zero. Poison when it does not fit.
    FPToSI = "arith.fptosi": Cast [Pure Elementwise FloatLike]
        as INTEGER_OF_FLOAT
        means |k, x| Some(k.cast(CastOp::FPToSI, x.ty, x.result, &x.args[0]));
    /// Float to unsigned integer, toward zero. Poison when it does not fit.
    FPToUI = "arith.fptoui": Cast [Pure Elementwise FloatLike]
        as INTEGER_OF_FLOAT
        means |k, x| Some(k.cast(CastOp::FPToUI, x.ty, x.result, &x.args[0]));
    /// Between `index` and integers, as signed.
    IndexCast = "arith.index_cast": Cast [Pure Elementwise IntegerLike]
        as INDEX_CAST
        means |k, x| Some(k.cast(CastOp::IndexCast, x.ty, x.result, &x.args[0]));
    /// Between `index` and integers, as unsigned.
    IndexCastUI = "arith.index_castui": Cast [Pure Elementwise IntegerLike]
        as INDEX_CAST
        means |k, x| Some(k.cast(CastOp::IndexCastU, x.ty, x.result, &x.args[0]));
    /// The same bits as another type.
    Bitcast = "arith.bitcast": Cast [Pure Elementwise]
        as "(in: integer-like | float-like | memref<signless-integer | index | float>) -> (out: integer-like \
            | float-like | memref<signless-integer | index | float>) where same-shape; \
            in attr-dict ':' type(in) 'to' type(out)"
        means |k, x| Some(k.cast(CastOp::Bitcast, x.ty, x.result, &x.args[0]));
    /// Unsigned sum with its carry.
    AddUIExtended = "arith.addui_extended": Generic [Pure Commutative Elementwise IntegerLike]
        as "<T: integer-like> (lhs: T, rhs: T) -> (sum: T, overflow: bool-like); \
            lhs ',' rhs attr-dict ':' type(sum) ',' type(overflow)"
        costs [Cost::integer(2.0, Latency::Cycle)];
    /// The low and the high half of the signed product.
    MulSIExtended = "arith.mulsi_extended": Generic [Pure Commutative Elementwise IntegerLike]
        as EXTENDED_PRODUCT
        costs [Cost::integer(1.0, Latency::Multiply).instructions(2.0)];
    /// The low and the high half of the unsigned product.
    MulUIExtended = "arith.mului_extended": Generic [Pure Commutative Elementwise IntegerLike]
        as EXTENDED_PRODUCT
        costs [Cost::integer(1.0, Latency::Multiply).instructions(2.0)];
}

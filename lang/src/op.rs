//! The op table: one row for each operation Ovolo knows.
//!
//! A row gives the name, the documentation, the *shape* of the assembly (which production of the
//! grammar reads it), the traits, and, for an operation that computes a scalar from scalars, its
//! meaning over an abstract [`Algebra`]. To add such an operation, add a row.

use crate::algebra::{Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate};
use crate::attribute::Attribute;
use crate::ir::Op;
use crate::types::Type;

/// Which production reads and which printer writes the custom form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `%a, %b attr-dict : type` with optional `fastmath<…>` or `overflow<…>` before the dictionary.
    Binary,
    /// `%a attr-dict : type`, as `Binary`.
    Unary,
    /// `%a, %b, %c attr-dict : type`, all of one type.
    Ternary,
    /// `predicate, %a, %b attr-dict : type`.
    Compare,
    /// `%a attr-dict : type to type`.
    Cast,
    /// The operation has a production of its own.
    Own,
    /// Only the generic form.
    Generic,
}

/// What may be assumed of every instance of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trait {
    /// Neither reads nor writes memory, and has no other effect.
    Pure,
    Commutative,
    /// Ends its block.
    Terminator,
    /// Undefined behaviour for some operands: not to be executed where the program does not.
    Partial,
    /// Applies lane by lane to vectors.
    Elementwise,
    /// Bears `fastmath<…>`.
    FastMath,
    /// Bears `overflow<…>`.
    Overflow,
    /// The operands are integers or `index`, or vectors of them.
    IntegerLike,
    /// The operands are floats, or vectors of them.
    FloatLike,
    /// Regions cannot see SSA values of the surroundings.
    Isolated,
}

/// A row of the table.
#[derive(Debug)]
pub struct OpDef {
    pub code: OpCode,
    /// `dialect.mnemonic`.
    pub name: &'static str,
    pub documentation: &'static str,
    pub shape: Shape,
    pub traits: &'static [Trait],
}

/// An operation of scalars as its meaning sees it.
pub struct Scalars<'a, V> {
    pub args: &'a [V],
    /// The type of the first operand (of a `select`, of the values chosen between).
    pub ty: &'a Type,
    /// The type of the result.
    pub result: &'a Type,
    pub flags: FastMath,
    /// The integer encoding of a comparison's predicate.
    pub predicate: i64,
}

macro_rules! ops {
    ($(
        $(#[doc = $doc:literal])*
        $code:ident = $name:literal: $shape:ident [$($trait:ident)*]
            $(means |$k:ident, $x:ident| $meaning:expr)?;
    )*) => {
        /// The operations of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum OpCode { $($(#[doc = $doc])* $code),* }

        static TABLE: &[OpDef] = &[$(OpDef {
            code: OpCode::$code,
            name: $name,
            documentation: concat!($($doc),*),
            shape: Shape::$shape,
            traits: &[$(Trait::$trait),*],
        }),*];

        /// The value of an operation that computes a scalar from scalars; `None` for one that does
        /// not, or whose predicate is not one.
        pub fn evaluate<K: Algebra>(
            code: OpCode,
            k: &mut K,
            x: &Scalars<'_, K::Value>,
        ) -> Option<Result<K::Value, K::Error>> {
            match code {
                $($(OpCode::$code => {
                    let ($k, $x) = (k, x);
                    $meaning
                })?)*
                _ => None,
            }
        }

        /// Whether [`evaluate`] gives the operation a meaning.
        pub fn has_meaning(code: OpCode) -> bool {
            match code {
                $($(OpCode::$code => { let _ = stringify!($meaning); true })?)*
                _ => false,
            }
        }
    };
}

ops! {
    // builtin and func

    /// A container of symbols.
    Module = "builtin.module": Own [Isolated];
    /// A conversion that a later pass must remove.
    UnrealizedCast = "builtin.unrealized_conversion_cast": Own [Pure];
    /// A function.
    Func = "func.func": Own [Isolated];
    /// A direct call.
    Call = "func.call": Own [];
    /// Ends a function.
    Return = "func.return": Own [Terminator];

    // affine

    /// The value of a one-dimensional affine map.
    AffineApply = "affine.apply": Own [Pure];
    /// The least result of an affine map.
    AffineMin = "affine.min": Own [Pure];
    /// The greatest result of an affine map.
    AffineMax = "affine.max": Own [Pure];
    /// A loop with affine bounds and a constant positive step.
    AffineFor = "affine.for": Own [];
    /// A condition that is an integer set.
    AffineIf = "affine.if": Own [];
    /// Ends the body of an affine loop or condition.
    AffineYield = "affine.yield": Own [Terminator];
    /// Reads an element at affine indices.
    AffineLoad = "affine.load": Own [];
    /// Writes an element at affine indices.
    AffineStore = "affine.store": Own [];
    /// Reads consecutive elements of the innermost dimension.
    AffineVectorLoad = "affine.vector_load": Own [];
    /// Writes consecutive elements of the innermost dimension.
    AffineVectorStore = "affine.vector_store": Own [];

    // memref

    /// Allocates on the heap; the contents are undefined.
    MemRefAlloc = "memref.alloc": Own [];
    /// Allocates in the enclosing automatic scope; the contents are undefined.
    MemRefAlloca = "memref.alloca": Own [];
    /// Frees what `memref.alloc` allocated.
    MemRefDealloc = "memref.dealloc": Own [];
    /// The extent of a dimension.
    MemRefDim = "memref.dim": Own [Pure];
    /// Reads an element.
    MemRefLoad = "memref.load": Own [];
    /// Writes an element.
    MemRefStore = "memref.store": Own [];
    /// Another type for the same memory.
    MemRefCast = "memref.cast": Cast [Pure];
    /// Copies all elements.
    MemRefCopy = "memref.copy": Own [];

    // arith

    /// A constant.
    Constant = "arith.constant": Own [Pure];

    /// Sum, modulo 2^width.
    AddI = "arith.addi": Binary [Pure Commutative Elementwise Overflow IntegerLike]
        means |k, x| Some(k.int(IntOp::Add, x.ty, &x.args[0], &x.args[1]));
    /// Difference, modulo 2^width.
    SubI = "arith.subi": Binary [Pure Elementwise Overflow IntegerLike]
        means |k, x| Some(k.int(IntOp::Sub, x.ty, &x.args[0], &x.args[1]));
    /// Product, modulo 2^width.
    MulI = "arith.muli": Binary [Pure Commutative Elementwise Overflow IntegerLike]
        means |k, x| Some(k.int(IntOp::Mul, x.ty, &x.args[0], &x.args[1]));
    /// Signed quotient rounded toward zero. Undefined for b = 0 or on overflow.
    DivSI = "arith.divsi": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::DivS, x.ty, &x.args[0], &x.args[1]));
    /// Unsigned quotient. Undefined for b = 0.
    DivUI = "arith.divui": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::DivU, x.ty, &x.args[0], &x.args[1]));
    /// Remainder of `arith.divsi`. Undefined for b = 0 or where the quotient overflows.
    RemSI = "arith.remsi": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::RemS, x.ty, &x.args[0], &x.args[1]));
    /// Remainder of `arith.divui`. Undefined for b = 0.
    RemUI = "arith.remui": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::RemU, x.ty, &x.args[0], &x.args[1]));
    /// Quotient rounded toward minus infinity. Undefined for b = 0 or on overflow.
    FloorDivSI = "arith.floordivsi": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(rounded_quotient(k, x, Rounding::Down));
    /// Signed quotient rounded toward plus infinity. Undefined for b = 0 or on overflow.
    CeilDivSI = "arith.ceildivsi": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(rounded_quotient(k, x, Rounding::Up));
    /// Unsigned quotient rounded up. Undefined for b = 0.
    CeilDivUI = "arith.ceildivui": Binary [Pure Partial Elementwise IntegerLike]
        means |k, x| Some(unsigned_quotient_rounded_up(k, x));
    /// Bitwise and.
    AndI = "arith.andi": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::And, x.ty, &x.args[0], &x.args[1]));
    /// Bitwise or.
    OrI = "arith.ori": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::Or, x.ty, &x.args[0], &x.args[1]));
    /// Bitwise exclusive or.
    XOrI = "arith.xori": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::Xor, x.ty, &x.args[0], &x.args[1]));
    /// Shift left. Poison for a shift by the width or more.
    ShLI = "arith.shli": Binary [Pure Elementwise Overflow IntegerLike]
        means |k, x| Some(k.int(IntOp::Shl, x.ty, &x.args[0], &x.args[1]));
    /// Shift right that repeats the sign. Poison for a shift by the width or more.
    ShRSI = "arith.shrsi": Binary [Pure Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::ShrS, x.ty, &x.args[0], &x.args[1]));
    /// Shift right that brings in zeros. Poison for a shift by the width or more.
    ShRUI = "arith.shrui": Binary [Pure Elementwise IntegerLike]
        means |k, x| Some(k.int(IntOp::ShrU, x.ty, &x.args[0], &x.args[1]));
    /// The greater, as signed integers.
    MaxSI = "arith.maxsi": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(choose(k, x, IntPredicate::Sgt));
    /// The lesser, as signed integers.
    MinSI = "arith.minsi": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(choose(k, x, IntPredicate::Slt));
    /// The greater, as unsigned integers.
    MaxUI = "arith.maxui": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(choose(k, x, IntPredicate::Ugt));
    /// The lesser, as unsigned integers.
    MinUI = "arith.minui": Binary [Pure Commutative Elementwise IntegerLike]
        means |k, x| Some(choose(k, x, IntPredicate::Ult));

    /// Float sum.
    AddF = "arith.addf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Add, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float difference.
    SubF = "arith.subf": Binary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Sub, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float product.
    MulF = "arith.mulf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Mul, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float quotient.
    DivF = "arith.divf": Binary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Div, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float remainder with the sign of the dividend.
    RemF = "arith.remf": Binary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Rem, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The greater; NaN if either is NaN.
    MaximumF = "arith.maximumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Maximum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The lesser; NaN if either is NaN.
    MinimumF = "arith.minimumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::Minimum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The greater; the other operand if one is NaN.
    MaxNumF = "arith.maxnumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::MaxNum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The lesser; the other operand if one is NaN.
    MinNumF = "arith.minnumf": Binary [Pure Commutative Elementwise FastMath FloatLike]
        means |k, x| Some(k.float(FloatOp::MinNum, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// Float negation: flips the sign, of a NaN too.
    NegF = "arith.negf": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Neg, x.ty, x.flags, &x.args[0]));

    /// Integer comparison.
    CmpI = "arith.cmpi": Compare [Pure Elementwise IntegerLike]
        means |k, x| Some(k.int_compare(
            IntPredicate::from_code(x.predicate)?, x.ty, &x.args[0], &x.args[1]));
    /// Float comparison.
    CmpF = "arith.cmpf": Compare [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_compare(
            FloatPredicate::from_code(x.predicate)?, x.ty, x.flags, &x.args[0], &x.args[1]));
    /// The second operand where the first is true, else the third.
    Select = "arith.select": Own [Pure Elementwise]
        means |k, x| Some(k.select(x.ty, &x.args[0], &x.args[1], &x.args[2]));

    /// Sign extension.
    ExtSI = "arith.extsi": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::ExtS, x.ty, x.result, &x.args[0]));
    /// Zero extension.
    ExtUI = "arith.extui": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::ExtU, x.ty, x.result, &x.args[0]));
    /// The low bits.
    TruncI = "arith.trunci": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::TruncI, x.ty, x.result, &x.args[0]));
    /// To a wider float, exactly.
    ExtF = "arith.extf": Cast [Pure Elementwise FloatLike]
        means |k, x| Some(k.cast(CastOp::ExtF, x.ty, x.result, &x.args[0]));
    /// To a narrower float, to nearest, ties to even.
    TruncF = "arith.truncf": Cast [Pure Elementwise FloatLike]
        means |k, x| Some(k.cast(CastOp::TruncF, x.ty, x.result, &x.args[0]));
    /// Signed integer to float.
    SIToFP = "arith.sitofp": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::SIToFP, x.ty, x.result, &x.args[0]));
    /// Unsigned integer to float.
    UIToFP = "arith.uitofp": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::UIToFP, x.ty, x.result, &x.args[0]));
    /// Float to signed integer, toward zero. Poison when it does not fit.
    FPToSI = "arith.fptosi": Cast [Pure Elementwise FloatLike]
        means |k, x| Some(k.cast(CastOp::FPToSI, x.ty, x.result, &x.args[0]));
    /// Float to unsigned integer, toward zero. Poison when it does not fit.
    FPToUI = "arith.fptoui": Cast [Pure Elementwise FloatLike]
        means |k, x| Some(k.cast(CastOp::FPToUI, x.ty, x.result, &x.args[0]));
    /// Between `index` and integers, as signed.
    IndexCast = "arith.index_cast": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::IndexCast, x.ty, x.result, &x.args[0]));
    /// Between `index` and integers, as unsigned.
    IndexCastUI = "arith.index_castui": Cast [Pure Elementwise IntegerLike]
        means |k, x| Some(k.cast(CastOp::IndexCastU, x.ty, x.result, &x.args[0]));
    /// The same bits as another type.
    Bitcast = "arith.bitcast": Cast [Pure Elementwise]
        means |k, x| Some(k.cast(CastOp::Bitcast, x.ty, x.result, &x.args[0]));

    // math

    /// a * b + c rounded once.
    Fma = "math.fma": Ternary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.fma(x.ty, x.flags, &x.args[0], &x.args[1], &x.args[2]));
    /// Absolute value of a float.
    AbsF = "math.absf": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Abs, x.ty, x.flags, &x.args[0]));
    /// Square root.
    Sqrt = "math.sqrt": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Sqrt, x.ty, x.flags, &x.args[0]));
    /// e to the power x.
    Exp = "math.exp": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Exp, x.ty, x.flags, &x.args[0]));
    /// Natural logarithm.
    Log = "math.log": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Log, x.ty, x.flags, &x.args[0]));
    /// Hyperbolic tangent.
    Tanh = "math.tanh": Unary [Pure Elementwise FastMath FloatLike]
        means |k, x| Some(k.float_unary(FloatUnary::Tanh, x.ty, x.flags, &x.args[0]));

    // vector

    /// Repeats a scalar, or a vector along new leading dimensions.
    VectorBroadcast = "vector.broadcast": Own [Pure];
    /// Reads consecutive elements of the innermost dimension.
    VectorLoad = "vector.load": Own [];
    /// Writes consecutive elements of the innermost dimension.
    VectorStore = "vector.store": Own [];
    /// a * b + c rounded once, lane by lane.
    VectorFma = "vector.fma": Ternary [Pure Elementwise FloatLike]
        means |k, x| Some(k.fma(x.ty, x.flags, &x.args[0], &x.args[1], &x.args[2]));
    /// One lane, or a sub-vector, at a static or dynamic position.
    VectorExtract = "vector.extract": Own [Pure];
    /// The vector with one lane or sub-vector replaced.
    VectorInsert = "vector.insert": Own [Pure];
    /// Combines all lanes into one scalar; floats in order unless `reassoc`.
    VectorReduction = "vector.reduction": Own [Pure FastMath];
}

impl OpCode {
    pub fn def(self) -> &'static OpDef {
        &TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.def().name
    }

    pub fn shape(self) -> Shape {
        self.def().shape
    }

    pub fn has_trait(self, wanted: Trait) -> bool {
        self.def().traits.contains(&wanted)
    }

    /// The row of `dialect.mnemonic`.
    pub fn from_name(name: &str) -> Option<OpCode> {
        use std::collections::HashMap;
        use std::sync::LazyLock;
        static BY_NAME: LazyLock<HashMap<&'static str, OpCode>> =
            LazyLock::new(|| TABLE.iter().map(|def| (def.name, def.code)).collect());
        BY_NAME.get(name).copied()
    }

    /// Whether the table has operations of the dialect.
    pub fn is_dialect(dialect: &str) -> bool {
        TABLE.iter().any(|def| def.name.split_once('.').is_some_and(|(d, _)| d == dialect))
    }

    /// Every row, in the order of the table.
    pub fn table() -> &'static [OpDef] {
        TABLE
    }
}

impl Op {
    /// The operation's `fastmath` flags; none when it bears none.
    pub fn fast_math(&self) -> FastMath {
        match self.attribute("fastmath") {
            Some(Attribute::Opaque(text)) => text
                .strip_prefix("#arith.fastmath<")
                .and_then(|t| t.strip_suffix('>'))
                .and_then(FastMath::parse)
                .unwrap_or_default(),
            _ => FastMath::NONE,
        }
    }

    /// The integer encoding of a comparison's predicate; -1 when there is none.
    pub fn predicate(&self) -> i64 {
        self.attribute("predicate")
            .and_then(Attribute::as_i64)
            .unwrap_or(-1)
    }
}

/// `fastmath = #arith.fastmath<…>`; `None` for no flag, which is not written.
pub fn fast_math_attribute(flags: FastMath) -> Option<Attribute> {
    (flags != FastMath::NONE).then(|| Attribute::Opaque(format!("#arith.fastmath<{}>", flags.words()).into()))
}

enum Rounding {
    Up,
    Down,
}

/// The quotient toward zero, moved by one where the exact quotient is not an integer and lies on the
/// other side of it: below for `Down` when the signs differ, above for `Up` when they agree.
fn rounded_quotient<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    rounding: Rounding,
) -> Result<K::Value, K::Error> {
    let (a, b) = (&x.args[0], &x.args[1]);
    let zero = k.int_constant(x.ty, 0);
    let step = k.int_constant(x.ty, 1);
    let quotient = k.int(IntOp::DivS, x.ty, a, b)?;
    let remainder = k.int(IntOp::RemS, x.ty, a, b)?;
    let (op, signs_move) = match rounding {
        Rounding::Down => (IntOp::Sub, IntPredicate::Slt),
        Rounding::Up => (IntOp::Add, IntPredicate::Sge),
    };
    let moved = k.int(op, x.ty, &quotient, &step)?;
    let signs = k.int(IntOp::Xor, x.ty, a, b)?;
    let on_other_side = k.int_compare(signs_move, x.ty, &signs, &zero)?;
    let inexact = k.int_compare(IntPredicate::Ne, x.ty, &remainder, &zero)?;
    let moves = k.int(IntOp::And, &Type::I1, &inexact, &on_other_side)?;
    k.select(x.ty, &moves, &moved, &quotient)
}

fn unsigned_quotient_rounded_up<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
) -> Result<K::Value, K::Error> {
    let (a, b) = (&x.args[0], &x.args[1]);
    let zero = k.int_constant(x.ty, 0);
    let one = k.int_constant(x.ty, 1);
    let quotient = k.int(IntOp::DivU, x.ty, a, b)?;
    let remainder = k.int(IntOp::RemU, x.ty, a, b)?;
    let moved = k.int(IntOp::Add, x.ty, &quotient, &one)?;
    let inexact = k.int_compare(IntPredicate::Ne, x.ty, &remainder, &zero)?;
    k.select(x.ty, &inexact, &moved, &quotient)
}

fn choose<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    first_when: IntPredicate,
) -> Result<K::Value, K::Error> {
    let first = k.int_compare(first_when, x.ty, &x.args[0], &x.args[1])?;
    k.select(x.ty, &first, &x.args[0], &x.args[1])
}

//! What an operation computes, said once over an abstract algebra.
//!
//! The interpreter, the symbolic interpreter, z3 and LLVM each implement [`Algebra`]; the op table
//! of [`crate::op`] states each operation's meaning in its terms. So none of them can disagree about
//! `arith.floordivsi`.

mod function;

use crate::types::Type;

pub use function::Function;

/// A domain of scalar values. `ty` is always the type of the operands; an implementation that works
/// on whole vectors (LLVM) is handed vector types, every other one is called lane by lane.
///
/// An operation that has no value at some point (division by zero, a shift by the width or more) is an
/// `Err` where the implementation computes, and undefined behaviour where it generates code.
pub trait Algebra {
    /// A scalar, or what stands for one.
    type Value: Clone;
    /// Why an operation has no value here.
    type Error;

    /// `value` taken modulo 2^width.
    fn int_constant(&mut self, ty: &Type, value: i128) -> Self::Value;

    /// An operation on two integers of the type `ty`.
    fn int(
        &mut self,
        op: IntOp,
        ty: &Type,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// An `i1`.
    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// An operation on two floats of the type `ty`.
    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// An operation on a float of the type `ty`.
    fn float_unary(
        &mut self,
        op: FloatUnary,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// `a * b + c` rounded once.
    fn fma(
        &mut self,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
        c: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// An `i1`.
    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// `condition ? a : b`; the condition is an `i1`.
    fn select(
        &mut self,
        ty: &Type,
        condition: &Self::Value,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// The value of the type `from` in the type `to`.
    fn cast(
        &mut self,
        op: CastOp,
        from: &Type,
        to: &Type,
        a: &Self::Value,
    ) -> Result<Self::Value, Self::Error>;

    /// `CastOp::TruncF` in another direction than to nearest, ties to even; `None` where that is not
    /// modelled.
    fn round_toward(
        &mut self,
        _rounding: Rounding,
        _from: &Type,
        _to: &Type,
        _a: &Self::Value,
    ) -> Option<Result<Self::Value, Self::Error>> {
        None
    }
}

/// The operations on two integers. What is not defined for some operands has no value there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    /// Signed quotient rounded toward zero.
    DivS,
    DivU,
    /// Remainder of `DivS`: it has the sign of the dividend.
    RemS,
    RemU,
}

/// In the order of MLIR's integer encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntPredicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

/// The operations on two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`.
    Rem,
    /// NaN when either operand is NaN; -0 is less than +0.
    Minimum,
    Maximum,
    /// The other operand when one is NaN.
    MinNum,
    MaxNum,
    CopySign,
    Pow,
    Atan2,
}

/// The operations on one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    /// The reciprocal of the square root.
    Rsqrt,
    Floor,
    Ceil,
    Round,
    RoundEven,
    Trunc,
    Call(Function),
}

impl FloatOp {
    /// Whether `fastmath<afn>` says something of it: its values are not representable in general.
    pub fn is_approximable(self) -> bool {
        matches!(self, FloatOp::Pow | FloatOp::Atan2)
    }
}

impl FloatUnary {
    /// As [`FloatOp::is_approximable`].
    pub fn is_approximable(self) -> bool {
        use FloatUnary as F;
        !matches!(
            self,
            F::Neg | F::Abs | F::Floor | F::Ceil | F::Round | F::RoundEven | F::Trunc
        )
    }
}

impl IntPredicate {
    /// What holds where this does not.
    #[must_use]
    pub fn negated(self) -> IntPredicate {
        match self {
            IntPredicate::Eq => IntPredicate::Ne,
            IntPredicate::Ne => IntPredicate::Eq,
            IntPredicate::Slt => IntPredicate::Sge,
            IntPredicate::Sle => IntPredicate::Sgt,
            IntPredicate::Sgt => IntPredicate::Sle,
            IntPredicate::Sge => IntPredicate::Slt,
            IntPredicate::Ult => IntPredicate::Uge,
            IntPredicate::Ule => IntPredicate::Ugt,
            IntPredicate::Ugt => IntPredicate::Ule,
            IntPredicate::Uge => IntPredicate::Ult,
        }
    }

    /// The predicate of the operands in the other order.
    #[must_use]
    pub fn swapped(self) -> IntPredicate {
        match self {
            IntPredicate::Eq => IntPredicate::Eq,
            IntPredicate::Ne => IntPredicate::Ne,
            IntPredicate::Slt => IntPredicate::Sgt,
            IntPredicate::Sle => IntPredicate::Sge,
            IntPredicate::Sgt => IntPredicate::Slt,
            IntPredicate::Sge => IntPredicate::Sle,
            IntPredicate::Ult => IntPredicate::Ugt,
            IntPredicate::Ule => IntPredicate::Uge,
            IntPredicate::Ugt => IntPredicate::Ult,
            IntPredicate::Uge => IntPredicate::Ule,
        }
    }
}

/// In the order of MLIR's integer encoding. `O…` is false and `U…` true when an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatPredicate {
    AlwaysFalse,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    AlwaysTrue,
}

impl FloatPredicate {
    /// What holds where this does not: of what is unordered the one is true and the other false.
    #[must_use]
    pub fn negated(self) -> FloatPredicate {
        use FloatPredicate as P;
        match self {
            P::AlwaysFalse => P::AlwaysTrue,
            P::Oeq => P::Une,
            P::Ogt => P::Ule,
            P::Oge => P::Ult,
            P::Olt => P::Uge,
            P::Ole => P::Ugt,
            P::One => P::Ueq,
            P::Ord => P::Uno,
            P::Ueq => P::One,
            P::Ugt => P::Ole,
            P::Uge => P::Olt,
            P::Ult => P::Oge,
            P::Ule => P::Ogt,
            P::Une => P::Oeq,
            P::Uno => P::Ord,
            P::AlwaysTrue => P::AlwaysFalse,
        }
    }
}

/// The conversions between types of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastOp {
    ExtS,
    ExtU,
    TruncI,
    ExtF,
    TruncF,
    SIToFP,
    UIToFP,
    /// Undefined when the value does not fit.
    FPToSI,
    FPToUI,
    /// Between `index` and integers, sign-extending.
    IndexCast,
    /// Between `index` and integers, zero-extending.
    IndexCastU,
    Bitcast,
}

/// Which neighbour a value goes to that a format lacks. In the order of MLIR's integer encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// The nearer; of two equally near the one whose last bit is zero.
    #[default]
    NearestEven,
    Down,
    Up,
    TowardZero,
    /// The nearer; of two equally near the one further from zero.
    NearestAway,
}

/// The freedoms that an operation's `fastmath<…>` gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FastMath {
    pub reassoc: bool,
    pub nnan: bool,
    pub ninf: bool,
    pub nsz: bool,
    pub arcp: bool,
    pub contract: bool,
    pub afn: bool,
}

impl FastMath {
    /// No flag: IEEE arithmetic as it is written.
    pub const NONE: FastMath = FastMath {
        reassoc: false,
        nnan: false,
        ninf: false,
        nsz: false,
        arcp: false,
        contract: false,
        afn: false,
    };

    /// Reads `contract,nsz`, `fast` or `none`; `None` for an unknown word.
    pub fn parse(words: &str) -> Option<FastMath> {
        let mut flags = FastMath::NONE;
        for word in words.split(',').map(str::trim) {
            if word == "fast" {
                flags.slots().into_iter().for_each(|(_, slot)| *slot = true);
            } else if word != "none" {
                *flags.slots().into_iter().find(|(name, _)| *name == word)?.1 = true;
            }
        }
        Some(flags)
    }

    /// The words that [`FastMath::parse`] reads, as MLIR prints them.
    pub fn words(mut self) -> String {
        let words: Vec<&str> = self
            .slots()
            .into_iter()
            .filter_map(|(name, slot)| slot.then_some(name))
            .collect();
        match words.len() {
            0 => "none".to_string(),
            7 => "fast".to_string(),
            _ => words.join(","),
        }
    }

    fn slots(&mut self) -> [(&'static str, &mut bool); 7] {
        [
            ("reassoc", &mut self.reassoc),
            ("nnan", &mut self.nnan),
            ("ninf", &mut self.ninf),
            ("nsz", &mut self.nsz),
            ("arcp", &mut self.arcp),
            ("contract", &mut self.contract),
            ("afn", &mut self.afn),
        ]
    }
}

macro_rules! spelled {
    ($($name:ident { $($variant:ident = $text:literal),* $(,)? })*) => {$(
        impl $name {
            /// In the order of MLIR's integer encoding.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The word of the assembly.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// The predicate with MLIR's name.
            pub fn from_name(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|p| p.as_str() == text)
            }

            /// From the integer that the generic form carries.
            pub fn from_code(code: i64) -> Option<$name> {
                $name::ALL.get(usize::try_from(code).ok()?).copied()
            }

            /// MLIR's integer encoding.
            pub fn code(self) -> i64 {
                self as i64
            }
        }
    )*};
}

spelled! {
    IntPredicate {
        Eq = "eq", Ne = "ne", Slt = "slt", Sle = "sle", Sgt = "sgt", Sge = "sge",
        Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
    }
    Rounding {
        NearestEven = "to_nearest_even", Down = "downward", Up = "upward", TowardZero = "toward_zero",
        NearestAway = "to_nearest_away",
    }
    FloatPredicate {
        AlwaysFalse = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole",
        One = "one", Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Une = "une", Uno = "uno", AlwaysTrue = "true",
    }
}

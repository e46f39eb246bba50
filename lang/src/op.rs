//! The op table: one row for each operation Ovolo knows, in one file for each dialect.
//!
//! A row gives the name, the documentation, the *shape* of the assembly (which production of the
//! grammar reads it), the traits, a signature of the operation's parts and assembly, and, for an operation
//! that computes a scalar from scalars, its meaning over an abstract [`Algebra`](crate::algebra::Algebra). To add an operation,
//! add a row.

#[macro_use]
mod rows;

mod affine;
mod arith;
mod bufferization;
mod builtin;
mod cf;
mod cost;
mod derived;
mod dialect;
mod func;
mod krnl;
mod linalg;
mod math;
mod memref;
mod scf;
mod tensor;
mod test;
mod ub;
mod vector;

use std::fmt;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::algebra::{FastMath, Rounding};
use crate::attribute::Attribute;
use crate::types::Type;

pub use cost::{Cost, Latency, Unit};
pub use derived::{MixedScalars, evaluate_mixed, evaluate_result, has_mixed_meaning};
pub use dialect::{Dialect, evaluate, has_meaning};

/// An operation of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpCode {
    dialect: Dialect,
    /// The row in the table of the dialect.
    index: u8,
}

/// A row of the table.
#[derive(Debug)]
pub struct OpDef {
    pub code: OpCode,
    /// `dialect.mnemonic`.
    pub name: &'static str,
    pub documentation: &'static str,
    pub shape: Shape,
    pub traits: Traits,
    /// Operands, attributes, results, regions and assembly; empty where only the generic form exists.
    pub signature: &'static str,
    /// Where it is not that of most operations on such operands; see [`OpCode::cost`].
    cost: Option<Cost>,
}

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
    /// Operands of several types, or a form that the signature alone describes.
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
    /// A terminator whose operands become results of the operation around it.
    ReturnLike,
    /// Undefined behaviour for some operands: not to be executed where the program does not.
    Partial,
    /// Applies lane by lane to vectors.
    Elementwise,
    /// Computed by a function of the C library, one element at a time.
    Library,
    /// Bears `fastmath<…>`.
    FastMath,
    /// Bears `overflow<…>`.
    Overflow,
    /// The operands are integers or `index`, or vectors of them.
    IntegerLike,
    /// The operands are floats, or vectors of them.
    FloatLike,
    /// Gives a constant.
    ConstantLike,
    /// Regions cannot see SSA values of the surroundings.
    Isolated,
    /// The names of the symbols directly inside are distinct, and references inside look here.
    SymbolTable,
    /// Has a name in the symbol table around it.
    Symbol,
    /// Values defined directly inside are symbols of affine maps.
    AffineScope,
    /// Stack allocations inside live until the operation ends.
    AutomaticAllocationScope,
    /// Each region has at most one block.
    SingleBlock,
    /// Blocks of its regions need no terminator.
    NoTerminator,
    /// In its regions a value may be used before its definition.
    GraphRegion,
    /// Entry blocks of its regions have no arguments.
    NoRegionArguments,
    /// The only effects are those of the operations in its regions.
    RecursiveEffects,
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Traits(u32);

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
    /// How a conversion to a narrower float rounds.
    pub rounding: Rounding,
}

impl OpCode {
    const fn new(dialect: Dialect, index: u8) -> OpCode {
        OpCode { dialect, index }
    }

    /// The row.
    pub fn def(self) -> &'static OpDef {
        &self.dialect.table()[usize::from(self.index)]
    }

    /// `dialect.mnemonic`.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    /// The name without the dialect.
    pub fn mnemonic(self) -> &'static str {
        &self.name()[self.dialect.name().len() + 1..]
    }

    /// The dialect of the operation.
    pub fn dialect(self) -> Dialect {
        self.dialect
    }

    /// The position among the rows of the dialect.
    pub(crate) fn row(self) -> usize {
        usize::from(self.index)
    }

    /// How the custom form is read and written.
    pub fn shape(self) -> Shape {
        self.def().shape
    }

    /// Whether `fastmath<afn>` says something of the operation: the values of it are not representable in general.
    pub fn is_approximable(self) -> bool {
        let is_exact = self == OpCode::RemF;
        let has_root = matches!(self, OpCode::Sqrt | OpCode::Rsqrt);
        has_root || self.has_trait(Trait::Library) && !is_exact
    }

    /// What the operation on scalars occupies of a core. Where its row does not say it, an instruction on floats takes as
    /// long as a sum, any other one cycle, and a function of the C library forty.
    pub fn cost(self) -> Cost {
        self.def().cost.unwrap_or(match () {
            () if self.has_trait(Trait::Library) => Cost::library(40.0, 40.0),
            () if self.has_trait(Trait::FloatLike) => Cost::float(1.0, Latency::Add),
            () => Cost::integer(1.0, Latency::Cycle),
        })
    }

    /// Whether the row lists the trait.
    pub fn has_trait(self, wanted: Trait) -> bool {
        self.def().traits.contains(wanted)
    }

    /// Whether what the operation does is to compute its results, or to run its regions.
    pub fn is_free_of_effects(self) -> bool {
        [
            Trait::Pure,
            Trait::Partial,
            Trait::Terminator,
            Trait::RecursiveEffects,
        ]
        .into_iter()
        .any(|own| self.has_trait(own))
    }

    /// The row of `dialect.mnemonic`.
    pub fn from_name(name: &str) -> Option<OpCode> {
        let (dialect, mnemonic) = name.split_once('.')?;
        OpCode::of_dialect(Dialect::from_name(dialect)?, mnemonic)
    }

    /// Whether the table has all operations of the dialect.
    pub(crate) fn is_dialect(dialect: &str) -> bool {
        Dialect::from_name(dialect).is_some_and(|d| !d.is_open())
    }

    /// The row of the dialect with this mnemonic.
    pub(crate) fn of_dialect(dialect: Dialect, mnemonic: &str) -> Option<OpCode> {
        type ByMnemonic = FxHashMap<&'static str, OpCode>;
        static TABLES: LazyLock<Vec<ByMnemonic>> = LazyLock::new(|| {
            let rows = |d: &Dialect| d.table().iter().map(|def| (def.code.mnemonic(), def.code));
            Dialect::ALL.iter().map(|d| rows(d).collect()).collect()
        });
        TABLES[dialect as usize].get(mnemonic).copied()
    }

    /// Every row, dialect by dialect.
    pub fn table() -> impl Iterator<Item = &'static OpDef> {
        Dialect::ALL.iter().flat_map(|dialect| dialect.table())
    }
}

impl fmt::Debug for OpCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Traits {
    const fn of(traits: &[Trait]) -> Traits {
        let mut bits = 0;
        let mut i = 0;
        while i < traits.len() {
            bits |= 1 << traits[i] as u32;
            i += 1;
        }
        Traits(bits)
    }

    /// Whether the trait is in the set.
    pub const fn contains(self, wanted: Trait) -> bool {
        self.0 >> wanted as u32 & 1 == 1
    }
}

impl fmt::Debug for Traits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Traits({:#b})", self.0)
    }
}

/// The kinds of reductions of `affine.parallel` and of `memref.atomic_rmw`, by their numbers.
pub(crate) const ATOMIC_RMW_KINDS: [&str; 15] = [
    "addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli", "ori",
    "andi", "maxnumf", "minnumf",
];

/// `fastmath = #arith.fastmath<…>`; `None` for no flag, which is not written.
pub fn fast_math_attribute(flags: FastMath) -> Option<Attribute> {
    (flags != FastMath::NONE).then(|| Attribute::Opaque(format!("#arith.fastmath<{}>", flags.words()).into()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_found() {
        let mut names = BTreeSet::new();
        for row in OpCode::table() {
            assert!(names.insert(row.name), "two rows are called {}", row.name);
            assert_eq!(OpCode::from_name(row.name), Some(row.code));
            assert_eq!(row.code.def().name, row.name);
        }
        assert_eq!(OpCode::from_name("arith"), None);
        assert_eq!(OpCode::from_name("arith.add"), None);
        assert_eq!(OpCode::from_name("llvm.add"), None);
    }

    #[test]
    fn names_are_spelled_as_mlir_spells_them() {
        for row in OpCode::table() {
            let (dialect, mnemonic) = row.name.split_once('.').expect("a dialect and a mnemonic");
            assert_eq!(
                dialect,
                row.code.dialect().name(),
                "{} is in another file",
                row.name
            );
            // The dialects `test` and `krnl` have names in camel case too.
            let is_letter = |c: char| match row.code.dialect() {
                Dialect::Krnl | Dialect::Test => c.is_ascii_alphabetic(),
                _ => c.is_ascii_lowercase(),
            };
            for part in mnemonic.split('.') {
                let starts = part.starts_with(is_letter);
                let rest = |c: char| is_letter(c) || c.is_ascii_digit() || c == '_';
                assert!(starts && part.chars().all(rest), "{} is no name", row.name);
            }
        }
    }

    #[test]
    fn every_row_is_documented_in_one_sentence() {
        for row in OpCode::table() {
            let text = row.documentation.trim();
            assert!(text.ends_with(['.', '…']), "{} is not documented", row.name);
        }
    }
}

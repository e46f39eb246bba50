//! The dialects of the table.

use crate::algebra::Algebra;

use super::{OpCode, OpDef, Scalars};

macro_rules! dialects {
    ($($(#[$doc:meta])* $dialect:ident = $module:ident;)*) => {
        /// A dialect of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Dialect { $($(#[$doc])* $dialect),* }

        impl Dialect {
            /// Every dialect, in the order of the table.
            pub const ALL: &[Dialect] = &[$(Dialect::$dialect),*];

            /// As it stands before the dot of a name.
            pub const fn name(self) -> &'static str {
                match self { $(Dialect::$dialect => stringify!($module)),* }
            }

            /// The dialect with this name.
            pub fn from_name(name: &str) -> Option<Dialect> {
                $(if name == stringify!($module) {
                    return Some(Dialect::$dialect);
                })*
                None
            }

            /// The rows of the dialect.
            pub fn table(self) -> &'static [OpDef] {
                match self { $(Dialect::$dialect => super::$module::TABLE),* }
            }
        }

        impl Dialect {
            /// Whether it has operations that are no rows of its table: their generic form is read as that of an
            /// operation of an unknown dialect.
            pub const fn is_open(self) -> bool {
                matches!(self, Dialect::Test)
            }

            /// Whether the custom form of an operation without a row is read as that of an operation of an unknown
            /// dialect.
            pub(crate) fn has_unmodelled(self, mnemonic: &str) -> bool {
                self.is_open() && super::test::UNMODELLED.contains(&mnemonic)
            }
        }

        /// The value of an operation that computes a scalar from scalars; `None` for one that does
        /// not, or whose predicate is not one.
        pub fn evaluate<K: Algebra>(
            code: OpCode,
            k: &mut K,
            x: &Scalars<'_, K::Value>,
        ) -> Option<Result<K::Value, K::Error>> {
            match code.dialect { $(Dialect::$dialect => super::$module::evaluate(code, k, x)),* }
        }

        /// Whether [`evaluate`] gives the operation a meaning.
        pub fn has_meaning(code: OpCode) -> bool {
            match code.dialect { $(Dialect::$dialect => super::$module::has_meaning(code)),* }
        }
    };
}

dialects! {
    /// Modules, and casts between type systems.
    Builtin = builtin;
    /// Functions and calls.
    Func = func;
    /// Loops, conditions and accesses whose indices are affine maps.
    Affine = affine;
    /// Memory, views of it and accesses.
    MemRef = memref;
    /// Arithmetic.
    Arith = arith;
    /// Functions beyond arithmetic.
    Math = math;
    /// Vectors of any number of dimensions.
    Vector = vector;
    /// Branches between blocks.
    Cf = cf;
    /// Structured control flow.
    Scf = scf;
    /// Immutable arrays.
    Tensor = tensor;
    /// Structured operations on tensors and memrefs.
    Linalg = linalg;
    /// Between tensors and buffers.
    Bufferization = bufferization;
    /// Undefined behaviour.
    Ub = ub;
    /// Loops and their schedule, as onnx-mlir states them.
    Krnl = krnl;
    /// Operations on which the rules of the table are tried.
    Test = test;
}

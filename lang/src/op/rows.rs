//! The macro that makes the rows of one dialect.

/// Makes from the rows of a dialect the constants of [`OpCode`](super::OpCode), the table and the
/// meanings.
///
/// A row is `Code = "dialect.mnemonic": Shape [Traits] as "signature" costs [cost] means |k, x| value;` after its
/// documentation; signature, cost and meaning may be missing. A signature may be the name of a constant.
macro_rules! ops {
    (
        dialect $dialect:ident;
        $(
            $(#[doc = $doc:literal])*
            $code:ident = $name:literal: $shape:ident [$($trait:ident)*]
                $(as $signature:tt)?
                $(costs [$cost:expr])?
                $(means |$k:ident, $x:ident| $meaning:expr)?;
        )*
    ) => {
        #[allow(dead_code, clippy::enum_variant_names)]
        enum Row { $($code),* }

        #[allow(non_upper_case_globals)]
        impl $crate::op::OpCode {
            $(
                $(#[doc = $doc])*
                pub const $code: $crate::op::OpCode =
                    $crate::op::OpCode::new($crate::op::Dialect::$dialect, Row::$code as u8);
            )*
        }

        pub(super) static TABLE: &[$crate::op::OpDef] = &[$($crate::op::OpDef {
            code: $crate::op::OpCode::$code,
            name: $name,
            documentation: concat!($($doc),*),
            shape: $crate::op::Shape::$shape,
            traits: $crate::op::Traits::of(&[$($crate::op::Trait::$trait),*]),
            signature: ops!(@signature $($signature)?),
            cost: ops!(@cost $($cost)?),
        }),*];

        #[allow(unused_variables)]
        pub(super) fn evaluate<K: $crate::algebra::Algebra>(
            code: $crate::op::OpCode,
            k: &mut K,
            x: &$crate::op::Scalars<'_, K::Value>,
        ) -> Option<Result<K::Value, K::Error>> {
            match code {
                $($($crate::op::OpCode::$code => {
                    let ($k, $x) = (k, x);
                    $meaning
                })?)*
                _ => None,
            }
        }

        pub(super) fn has_meaning(code: $crate::op::OpCode) -> bool {
            match code {
                $($($crate::op::OpCode::$code => { let _ = stringify!($meaning); true })?)*
                _ => false,
            }
        }
    };
    (@signature) => { "" };
    (@signature $signature:tt) => { $signature };
    (@cost) => { None };
    (@cost $cost:expr) => { Some($cost) };
}

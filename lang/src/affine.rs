//! Affine expressions, maps and integer sets, as the affine dialect defines them.
//!
//! An [`AffineExpr`] is simplified while it is built, by the identities that MLIR applies when it builds
//! one. Rust's `+`, `-` and `*` build expressions, [`AffineExpr::floordiv`], [`AffineExpr::ceildiv`] and
//! [`AffineExpr::modulo`] the rest; all three types are read from text with [`str::parse`] and written by
//! [`Display`](std::fmt::Display) so that they read back as the same value.
//!
//! ```
//! use ovolo_lang::affine::{AffineExpr, AffineMap, dim, symbol};
//!
//! let (i, n) = (dim(0), symbol(0));
//! let expr = (&i + &n) * 8 - &i * 8;
//! assert_eq!(expr.to_string(), "(d0 + s0) * 8 - d0 * 8");
//! assert_eq!((i * 8 + &n + 4).modulo(4), n.modulo(4));
//!
//! // A tile's map, and the map of the points inside it.
//! let tile: AffineMap = "(t, p)[size] -> (t * size + p)".parse()?;
//! let fixed: AffineMap = tile.replace(&[], &[32.into()], 2, 0);
//! assert_eq!(fixed.to_string(), "(d0, d1) -> (d0 * 32 + d1)");
//! assert_eq!(fixed.evaluate(&[2, 5], &[]), Some(vec![69]));
//!
//! // `inner` first, then `fixed`.
//! let inner: AffineMap = "(i) -> (i floordiv 32, i mod 32)".parse()?;
//! let both = fixed.compose(&inner).expect("one dimension for each result");
//! assert_eq!(both.to_string(), "(d0) -> ((d0 floordiv 32) * 32 + d0 mod 32)");
//! # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
//! ```
//!
//! An [`IntegerSet`] is a conjunction of constraints; whether it has a point is decided exactly as long
//! as it is pure affine:
//!
//! ```
//! use ovolo_lang::affine::{Emptiness, IntegerSet};
//!
//! let gap: IntegerSet = "(x, y) : (3 * x + 6 * y - 10 == 0)".parse()?;
//! assert_eq!(gap.is_empty(), Emptiness::Empty);
//!
//! let set: IntegerSet = "(i)[n] : (i mod 4 - 3 == 0, i - 10 >= 0, n - i - 1 >= 0)".parse()?;
//! let Emptiness::NonEmpty(Some(point)) = set.is_empty() else { panic!("it has points") };
//! assert_eq!(set.contains(&point.dims, &point.symbols), Some(true));
//! # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
//! ```
//!
//! # Values
//!
//! Expressions range over ℤ: no simplification changes a value, whatever the operands, and where folding
//! two constants would leave 64 bits the operation is kept. A division or remainder by zero has no value.

mod display;
mod emptiness;
mod expr;
mod flat;
mod interval;
mod map;
mod normal;
mod operators;
pub(crate) mod parse;
mod permutation;
mod row;
mod set;
mod strides;
mod text;
mod trend;
mod within;

pub use display::Leaf;
pub use emptiness::{Emptiness, Point};
pub use expr::{AffineExpr, AffineOp, constant, dim, symbol};
pub use interval::Interval;
pub use map::AffineMap;
pub use set::{Constraint, IntegerSet};
pub use trend::Trend;

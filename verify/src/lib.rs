//! Proofs of rules, dependence queries and program equivalence.
//!
//! [`rules`] proves rewrite rules with z3, [`emptiness`] decides the integer sets that dependence asks
//! about, and [`program`] proves two programs equal knowing nothing of rules or e-graphs:
//!
//! ```
//! use ovolo_lang::parse::parse_module;
//! use ovolo_verify::program::{Options, verify_programs};
//!
//! let program = |body: &str| {
//!     let text = format!("func.func @f(%x: i32, %y: i32) -> i32 {{ {body} return %r : i32 }}");
//!     parse_module(&text).unwrap()
//! };
//! let sum = program("%s = arith.addi %x, %y : i32 %r = arith.addi %s, %s : i32");
//! let doubled = program(
//!     "%two = arith.constant 2 : i32 %a = arith.muli %x, %two : i32
//!      %b = arith.muli %y, %two : i32 %r = arith.addi %a, %b : i32",
//! );
//! assert!(verify_programs(&sum, &doubled, &Options::default()).is_proved());
//! let difference = program("%s = arith.subi %x, %y : i32 %r = arith.addi %s, %s : i32");
//! assert!(verify_programs(&sum, &difference, &Options::default()).is_refuted());
//! ```
//!
//! **Invariant:** nothing here mentions the e-graph or LLVM; of the crate `rewrites` only the rules as data
//! and the questions of dependence are known.

mod arithmetic;
pub mod certify;
pub mod emptiness;
pub mod predicate;
pub mod program;
pub mod rules;

//! Kernels, peers, timing and records.
//!
//! [`compare::compare`] times a [`compare::Comparison`], a kernel as it was written, optimised and through clang,
//! and makes a [`report::Report`]; [`data`] fills the arguments, [`call`] calls what was compiled, and
//! [`c_source`] prints a kernel as C for the compilers that are compared with:
//!
//! ```
//! use ovolo_bench::c_source::c_source;
//! use ovolo_lang::parse::parse_module;
//!
//! let module = parse_module(
//!     "func.func @clear(%a: memref<8xf32>) {
//!        %zero = arith.constant 0.0 : f32
//!        affine.for %i = 0 to 8 {
//!          affine.store %zero, %a[%i] : memref<8xf32>
//!        }
//!        return
//!      }",
//! )
//! .unwrap();
//! let text = c_source(&module).unwrap();
//! assert!(text.ends_with(
//!     "void clear(float *a) {
//!   for (int64_t i = 0; i < 8; i++) {
//!     a[i] = 0.0f;
//!   }
//! }
//!
//! "
//! ));
//! ```
//!
//! **Invariant:** nothing here mentions egg.

pub mod c_algebra;
pub mod c_header;
pub mod c_source;
mod c_text;
pub mod call;
pub mod compare;
pub mod data;
pub mod kernels;
pub mod measure;
pub mod peak;
pub mod peer;
pub mod report;
pub mod work;

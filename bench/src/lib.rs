//! Kernels, peers, timing and records.
//!
//! [`compare::compare`] times a [`compare::Comparison`], a kernel as it was written, optimised and through clang,
//! and makes a [`report::Report`]; [`data`] and [`data_set`] fill the arguments, [`call`] calls what was compiled,
//! [`polybench`] holds the kernels of PolyBench against its C programs, and [`c_source`] prints a kernel as C for
//! the compilers that are compared with:
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
//! [`mlir_tests`] measures how much of MLIR is read, on MLIR's own tests, [`read_speed`] how fast.
//!
//! **Invariant:** nothing here mentions egg.

#[cfg(feature = "kernels")]
pub mod c_algebra;
#[cfg(feature = "kernels")]
pub mod c_header;
#[cfg(feature = "kernels")]
pub mod c_source;
#[cfg(feature = "kernels")]
mod c_text;
#[cfg(feature = "kernels")]
pub mod call;
#[cfg(feature = "kernels")]
pub mod compare;
#[cfg(feature = "kernels")]
pub mod data;
#[cfg(feature = "kernels")]
pub mod data_set;
#[cfg(feature = "kernels")]
pub mod interpret;
#[cfg(feature = "kernels")]
pub mod kernels;
#[cfg(feature = "kernels")]
pub mod measure;
pub mod mlir_tests;
#[cfg(feature = "kernels")]
pub mod peak;
#[cfg(feature = "kernels")]
pub mod peer;
#[cfg(feature = "kernels")]
pub mod polybench;
pub mod read_speed;
#[cfg(feature = "kernels")]
pub mod report;
#[cfg(feature = "kernels")]
pub mod summary;
#[cfg(feature = "kernels")]
pub mod work;

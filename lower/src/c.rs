//! A module as C: the declarations of its functions, and the functions themselves with the same loops.
//!
//! ```
//! use ovolo_lang::parse::parse_module;
//! use ovolo_lower::c::c_source;
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

mod algebra;
mod constants;
mod control;
mod function;
mod header;
mod lanes;
mod parallel;
mod source;
mod text;
mod vector;

pub use algebra::Unprintable;
pub use function::c_source;
pub use header::c_header;

//! From the IR of Ovolo to LLVM: JIT, objects and shared libraries; and to C, [`c`].
//!
//! [`compile`] takes a module, optimised or not, to a [`Compiled`], which gives LLVM IR, assembly, an
//! object, a shared library, or a [`Jit`] to call in this process.
//!
//! ```
//! use ovolo_lang::parse::parse_module;
//! use ovolo_lang::types::Type;
//! use ovolo_lower::{Buffer, Options, compile};
//!
//! let module = parse_module(
//!     "func.func @double(%A: memref<?xf32>, %n: index) {
//!        affine.for %i = 0 to %n {
//!          %x = affine.load %A[%i] : memref<?xf32>
//!          %y = arith.addf %x, %x : f32
//!          affine.store %y, %A[%i] : memref<?xf32>
//!        }
//!        return
//!      }",
//! )
//! .unwrap();
//! let compiled = compile(&module, &Options::default())?;
//! assert!(compiled.llvm_ir().contains("define void @double(ptr"));
//!
//! let jit = compiled.jit()?;
//! let mut a = Buffer::from_values(Type::F32, &[3], &[1.0f32, 2.0, 3.0]).unwrap();
//! jit.call("double", &mut [(&mut a).into(), 3.into()]).unwrap();
//! assert_eq!(a.values(), Some(&[2.0f32, 4.0, 6.0][..]));
//! # Ok::<(), ovolo_lower::LowerError>(())
//! ```
//!
//! # The C interface
//!
//! | in the IR | in C |
//! |---|---|
//! | `index`, `i64`, `i32`, … | `int64_t`, `int32_t`, …; `i1` is `bool` |
//! | `f32`, `f64`, `f16`, `bf16` | `float`, `double`, `_Float16`, `__bf16` |
//! | a memref | a pointer, then one `int64_t` for each `?` of its shape, then for a `strided<…>` layout one for each `?` of its strides, then one for a `?` offset |
//! | one result that is no memref | the value returned |
//! | any other results | nothing is returned; after the parameters comes one pointer for each result, or for each part of a memref, that it is written to |
//!
//! - The pointer of a memref is to where its offsets count from: the first element, unless the layout
//!   has an offset. It is aligned as one element. The elements of an integer type take the next power of
//!   two of bytes.
//! - Two memref arguments may overlap unless one of them is marked `llvm.noalias`.
//! - `private` functions without a body are taken from the program that the code is linked to, with this
//!   same interface; `private` functions with a body are not visible outside.
//! - A memref that is returned is what the function says: of an argument, of a buffer that the caller frees with
//!   `free` (the pointer is the one that was allocated, unless `memref.view` made it), or of a global.
//! - A public `memref.global` is a symbol of its name, elements without gaps; one without an initial value is taken from
//!   the program that the code is linked to.
//! - `memref.alloc` and `memref.dealloc` are C's `aligned_alloc` and `free`, aligned to 64 bytes at least. Where no memory
//!   is left, the program says so and aborts.
//!
//! A function whose arguments have attributes `c.…` comes from C, and has there the parameters of the C file: `c.extents`
//! gives the extents of a memref from the integer arguments, `c.first` the first subscript of its first element, `c.global` and `c.pointer` name a global variable that an
//! argument is the address or the value of, `c.unsigned` is an integer that is never negative. [`Options::c_entries`]
//! makes that function.
//!
//! # Parallel loops
//!
//! `affine.parallel` runs as [`Options::parallel`] says: in order, on the threads of the OpenMP runtime that the object
//! is linked with (`gcc -fopenmp` or `clang -fopenmp`: the code uses the interface that the runtimes of GNU and of LLVM
//! have in common), or, for a [`Jit`], on a pool of threads of this process. What the iterations yield is combined in
//! an order that depends on the number of threads asked for, and on nothing else. A parallel loop inside another
//! runs in order.
//!
//! # Meaning
//!
//! The meaning of every operation on scalars and vectors is the one that the op table of `ovolo_lang`
//! states. A float operation is rounded, and stays where it is, as it is written: LLVM may only do what
//! the operation's own `fastmath<…>` and [`Options::fp`] allow. What is undefined in the IR (an index
//! outside a memref, a division by zero, an `index` beyond 64 bits) is undefined in the code.

mod abi;
mod algebra;
mod approximate;
mod branch;
mod buffer;
pub mod c;
mod call;
mod compile;
mod conditional;
mod control;
mod emit;
mod entry;
mod error;
mod extreme;
mod function;
mod global;
mod hint;
mod jit;
mod joined;
mod krnl_runtime;
mod layout;
mod line;
mod linear;
mod mask;
mod memory;
mod narrow;
mod narrow_integers;
mod options;
mod parallel;
mod pool;
mod registers;
mod scf;
mod superwords;
mod target;
mod tuning;
mod vector;
mod view;

pub use abi::Signature;
pub use buffer::{Argument, Buffer, Element, Returned, ReturnedMemRef, Scalar, View};
pub use call::CallError;
pub use compile::{Compiled, compile};
pub use error::LowerError;
pub use jit::Jit;
pub use krnl_runtime::HEADER as KRNL_RUNTIME;
pub use options::{OptLevel, Options, Parallel, Target};
pub use tuning::Tuning;

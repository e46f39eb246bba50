//! Optimises and compiles a kernel, and calls it in this process.
//!
//! `cargo run --example call`

use ovolo::{Buffer, CompileOptions, Options, Type};

const FILTER: &str = "
func.func @filter(%a: memref<?xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias},
                  %out: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %k = 0 to 3 iter_args(%s = %zero) -> (f32) {
      %x = affine.load %a[%i + %k] : memref<?xf32>
      %y = affine.load %w[%k] : memref<3xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    affine.store %sum, %out[%i] : memref<?xf32>
  }
  return
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = ovolo::parse_module(FILTER).map_err(|mistakes| format!("{mistakes:?}"))?;
    let optimized = ovolo::optimize(&module, &Options::default())?;
    let jit = ovolo::compile(&optimized.module, &CompileOptions::default())?.jit()?;

    let mut a =
        Buffer::from_values(Type::F32, &[6], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]).ok_or("six values")?;
    let mut w = Buffer::from_values(Type::F32, &[3], &[0.25f32, 0.5, 0.25]).ok_or("three values")?;
    let mut out = Buffer::from_values(Type::F32, &[4], &[0.0f32; 4]).ok_or("four values")?;
    jit.call(
        "filter",
        &mut [(&mut a).into(), (&mut w).into(), (&mut out).into(), 4.into()],
    )?;
    println!("{:?}", out.values::<f32>().ok_or("values of f32")?);
    Ok(())
}

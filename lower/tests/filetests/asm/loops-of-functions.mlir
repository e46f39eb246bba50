// test: asm cpu=x86-64-v3 fp=afn

// Loops that LLVM makes vectors of call functions of vectors: those of intrinsics, and of C's functions.
func.func @softplus(%a: memref<1024xf32> {llvm.noalias}, %b: memref<1024xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 1024 {
    %x = affine.load %a[%i] : memref<1024xf32>
    %e = math.exp %x : f32
    %s = arith.addf %e, %one : f32
    %l = math.log %s : f32
    affine.store %l, %b[%i] : memref<1024xf32>
  }
  return
}
// check: _ZGVdN8v_expf
// check: _ZGVdN8v_logf

func.func @errors(%a: memref<1024xf64> {llvm.noalias}, %b: memref<1024xf64> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    %x = affine.load %a[%i] : memref<1024xf64>
    %e = math.erf %x : f64
    affine.store %e, %b[%i] : memref<1024xf64>
  }
  return
}
// check: _ZGVdN4v_erf

// Each iteration needs what the one before computed: the scalar function.
func.func @chain(%a: f32) -> f32 {
  %r = affine.for %i = 0 to 100 iter_args(%x = %a) -> (f32) {
    %y = math.exp %x : f32
    affine.yield %y : f32
  }
  return %r : f32
}
// check: chain
// check: expf

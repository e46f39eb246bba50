// test: asm cpu=x86-64-v3

// A sum of floats without flags keeps its order, so it is not done in vectors.
func.func @sum(%A: memref<1024xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 1024 iter_args(%acc = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<1024xf32>
    %y = arith.addf %acc, %x : f32
    affine.yield %y : f32
  }
  return %sum : f32
}
// check: vaddss
// not: vaddps

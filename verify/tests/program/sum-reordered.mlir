// Two partial sums are one sum only where order does not matter.
// verdict: refuted
// verdict contract: refuted
// verdict reassoc: proved
func.func @sum(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<8xf32>
    %t = arith.addf %acc, %a : f32
    affine.yield %t : f32
  }
  return %s : f32
}
// -----
func.func @sum(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s:2 = affine.for %i = 0 to 8 step 2 iter_args(%x = %zero, %y = %zero) -> (f32, f32) {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = affine.load %A[%i + 1] : memref<8xf32>
    %t = arith.addf %x, %a : f32
    %u = arith.addf %y, %b : f32
    affine.yield %t, %u : f32, f32
  }
  %r = arith.addf %s#0, %s#1 : f32
  return %r : f32
}

// Vectors of partial sums, reduced at the end; a second zero start changes nothing.
// verdict: refuted
// verdict reassoc: proved
// check: floating-point model reassoc
func.func @sum(%A: memref<9xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 9 iter_args(%acc = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<9xf32>
    %t = arith.addf %acc, %a : f32
    affine.yield %t : f32
  }
  return %s : f32
}
// -----
func.func @sum(%A: memref<9xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %v = affine.for %i = 0 to 8 step 4 iter_args(%acc = %zero) -> vector<4xf32> {
    %a = affine.vector_load %A[%i] : memref<9xf32>, vector<4xf32>
    %t = arith.addf %acc, %a : vector<4xf32>
    affine.yield %t : vector<4xf32>
  }
  %s = vector.reduction <add>, %v : vector<4xf32> into f32
  %last = affine.load %A[8] : memref<9xf32>
  %r = arith.addf %s, %last : f32
  return %r : f32
}

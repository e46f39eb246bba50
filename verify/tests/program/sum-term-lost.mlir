// One term less is wrong in every model.
// verdict reassoc: refuted
// verdict contract,reassoc: refuted
func.func @sum(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<4xf32>
    %x = arith.mulf %a, %a : f32
    %t = arith.addf %acc, %x : f32
    affine.yield %t : f32
  }
  return %s : f32
}
// -----
func.func @sum(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 3 iter_args(%acc = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<4xf32>
    %x = arith.mulf %a, %a : f32
    %t = arith.addf %acc, %x : f32
    affine.yield %t : f32
  }
  return %s : f32
}

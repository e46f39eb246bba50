// A load moved above a store that may alias it is only wrong where the arguments overlap.
// verdict: refuted
// check: begins
func.func @f(%A: memref<2xi32>, %B: memref<2xi32>) -> i32 {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<2xi32>
  %b = affine.load %B[0] : memref<2xi32>
  return %b : i32
}
// -----
func.func @f(%A: memref<2xi32>, %B: memref<2xi32>) -> i32 {
  %one = arith.constant 1 : i32
  %b = affine.load %B[0] : memref<2xi32>
  affine.store %one, %A[0] : memref<2xi32>
  return %b : i32
}

// A program without meaning equals nothing.
// verdict: unknown
// check: no meaning
func.func @f(%A: memref<4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.store %z, %A[%i] : memref<4xf32>
  }
  return
}
// -----
func.func @f(%A: memref<4xf32>) {
  return
}

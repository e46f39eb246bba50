// The first program says itself that the order is free, so any other is right.
// verdict: proved
func.func @f(%A: memref<3xf32>) -> f32 {
  %s = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %x = affine.load %A[%i] : memref<3xf32>
    affine.yield %x : f32
  }
  return %s : f32
}
// -----
func.func @f(%A: memref<3xf32>) -> f32 {
  %s = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %x = affine.load %A[-%i + 2] : memref<3xf32>
    affine.yield %x : f32
  }
  return %s : f32
}

// A reduction combines in no certain order, which rounds otherwise.
// verdict: unknown
// verdict reassoc: proved
func.func @f(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 4 iter_args(%t = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<4xf32>
    %u = arith.addf %t, %x : f32
    affine.yield %u : f32
  }
  return %s : f32
}
// -----
func.func @f(%A: memref<4xf32>) -> f32 {
  %s = affine.parallel (%i) = (0) to (4) reduce ("addf") -> (f32) {
    %x = affine.load %A[%i] : memref<4xf32>
    affine.yield %x : f32
  }
  return %s : f32
}

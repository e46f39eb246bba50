// A hundred thousand million changes of signs are not run through.
// verdict: unknown
// check: too large
func.func @f(%A: memref<1024xf32>) {
  affine.for %i = 0 to 100000000 {
    affine.for %j = 0 to 1000 {
      %a = affine.load %A[%j] : memref<1024xf32>
      %b = arith.negf %a : f32
      affine.store %b, %A[%j] : memref<1024xf32>
    }
  }
  return
}
// -----
func.func @f(%A: memref<1024xf32>) {
  return
}

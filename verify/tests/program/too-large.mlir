// Ten thousand million updates are not run through.
// verdict: unknown
// check: too large
func.func @f(%A: memref<1024xf32>) {
  affine.for %i = 0 to 10000000 {
    affine.for %j = 0 to 1000 {
      %a = affine.load %A[%j] : memref<1024xf32>
      affine.store %a, %A[%j] : memref<1024xf32>
    }
  }
  return
}
// -----
func.func @f(%A: memref<1024xf32>) {
  return
}

// A program whose parallel loop is a race has no meaning to be equal to.
// verdict: unknown
// check: no meaning
func.func @f(%A: memref<4xi32>, %s: memref<1xi32>) {
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<4xi32>
    affine.store %x, %s[0] : memref<1xi32>
  }
  return
}
// -----
func.func @f(%A: memref<4xi32>, %s: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    affine.store %x, %s[0] : memref<1xi32>
  }
  return
}

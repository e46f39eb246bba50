// Run in order the parallel loop would do the same, but nothing promises that order.
// verdict: refuted
// check: iterations 0 and 1 of a parallel loop touch cell 1 of one buffer, and one of them writes it: %A[1]
func.func @f(%A: memref<5xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<5xf32>
    affine.store %x, %A[%i + 1] : memref<5xf32>
  }
  return
}
// -----
func.func @f(%A: memref<5xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<5xf32>
    affine.store %x, %A[%i + 1] : memref<5xf32>
  }
  return
}

// Where the arguments overlap one iteration reads what another writes.
// verdict: refuted
// check: parallel loop touch
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 3 {
    %x = affine.load %A[%i + 1] : memref<4xf32>
    affine.store %x, %B[%i] : memref<4xf32>
  }
  return
}
// -----
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.parallel (%i) = (0) to (3) {
    %x = affine.load %A[%i + 1] : memref<4xf32>
    affine.store %x, %B[%i] : memref<4xf32>
  }
  return
}

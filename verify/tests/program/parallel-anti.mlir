// An iteration overwrites what the one before it may still have to read.
// verdict: refuted
// check: touch cell 1 of one buffer
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

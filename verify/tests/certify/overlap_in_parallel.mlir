// refused: two accesses of one cell may be in another order
// wrong: where %A is one cell further than %out, an iteration reads what another may have stored.
func.func @first(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    affine.store %a, %out[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  affine.parallel (%i) = (0) to (%n) {
    %a = affine.load %A[%i] : memref<?xi32>
    affine.store %a, %out[%i] : memref<?xi32>
  }
  return
}

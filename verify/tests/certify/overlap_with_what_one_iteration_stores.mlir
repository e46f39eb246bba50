// refused: two accesses of one cell may be in another order
// wrong: where %A is %out, the second adds what the first iteration of the first has stored.
func.func @first(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[0] : memref<?xi32>
    affine.store %a, %out[%i] : memref<?xi32>
    %b = affine.load %A[1] : memref<?xi32>
    affine.store %b, %out[%i + symbol(%n)] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[0] : memref<?xi32>
    %b = affine.load %A[1] : memref<?xi32>
    affine.store %a, %out[%i] : memref<?xi32>
    affine.store %b, %out[%i + symbol(%n)] : memref<?xi32>
  }
  return
}

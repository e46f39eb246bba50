// refused: two accesses of one cell may be in another order
// wrong: where %A begins with the cell of %out, the first adds the zero that it has stored.
func.func @first(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %out[0] : memref<?xi32>
  %sum = affine.for %i = 0 to %n iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.yield %t : i32
  }
  affine.store %sum, %out[1] : memref<?xi32>
  return
}
func.func @second(%n: index, %A: memref<?xi32>, %out: memref<?xi32>) {
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to %n iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.yield %t : i32
  }
  affine.store %zero, %out[0] : memref<?xi32>
  affine.store %sum, %out[1] : memref<?xi32>
  return
}

// refused: two accesses of one cell may be in another order
// wrong: where %P and %Q are one array, the later store remains.
func.func @first(%A: memref<1xi32>, %P: memref<1xi32>, %Q: memref<1xi32>) {
  %a = affine.load %A[0] : memref<1xi32>
  %b = arith.addi %a, %a : i32
  affine.store %a, %P[0] : memref<1xi32>
  affine.store %b, %Q[0] : memref<1xi32>
  return
}
func.func @second(%A: memref<1xi32>, %P: memref<1xi32>, %Q: memref<1xi32>) {
  %a = affine.load %A[0] : memref<1xi32>
  %b = arith.addi %a, %a : i32
  affine.store %b, %Q[0] : memref<1xi32>
  affine.store %a, %P[0] : memref<1xi32>
  return
}

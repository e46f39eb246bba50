// refused: 
// wrong
// No iteration divides where there is none.
func.func @first(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %d, %d : i32
    affine.store %q, %B[%i] : memref<?xi32>
  }
  return
}
func.func @second(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  %q = arith.divsi %d, %d : i32
  affine.for %i = 0 to %n {
    affine.store %q, %B[%i] : memref<?xi32>
  }
  return
}

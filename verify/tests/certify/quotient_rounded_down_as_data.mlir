// refused: 
// wrong
func.func @first(%A: memref<1xindex> {llvm.noalias}, %n: index) {
  %two = arith.constant 2 : index
  %half = arith.divsi %n, %two : index
  affine.store %half, %A[0] : memref<1xindex>
  return
}
func.func @second(%A: memref<1xindex> {llvm.noalias}, %n: index) {
  %two = arith.constant 2 : index
  %half = arith.floordivsi %n, %two : index
  affine.store %half, %A[0] : memref<1xindex>
  return
}

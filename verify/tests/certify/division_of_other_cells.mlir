// refused: 
// wrong
// The least number divided by -1 has no quotient: of another dividend that is another question.
func.func @first(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %q = arith.divsi %d, %d : i32
    affine.store %x, %B[%i] : memref<?xi32>
  }
  return
}
func.func @second(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %q = arith.divsi %x, %d : i32
    affine.store %x, %B[%i] : memref<?xi32>
  }
  return
}

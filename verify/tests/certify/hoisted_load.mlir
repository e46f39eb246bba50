// refused: the second function may access memory that the first does not
// wrong
// The loop may run zero times, and then nothing is read.
func.func @first(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[symbol(%k)] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index, %k: index) {
  %a = affine.load %A[symbol(%k)] : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

// refused: the second function may access memory that the first does not
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %T[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %c4 = arith.constant 4 : index
  %T = memref.alloc(%c4) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
    %b = affine.load %T[%i] : memref<?xf32>
    affine.store %b, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

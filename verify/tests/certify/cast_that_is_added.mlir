// refused: a cast to extents that memory may not have
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %C = memref.cast %A : memref<?xf32> to memref<8xf32>
  affine.for %i = 0 to 8 {
    %a = affine.load %C[%i] : memref<8xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  return
}

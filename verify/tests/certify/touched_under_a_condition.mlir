// refused: may access memory that the first does not
// wrong
func.func @first(%c: i1, %A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %a = affine.load %A[0] : memref<?xf32>
  affine.store %a, %B[0] : memref<16xf32>
  scf.if %c {
    %b = affine.load %A[1] : memref<?xf32>
    affine.store %b, %B[1] : memref<16xf32>
  }
  return
}
func.func @second(%c: i1, %A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %a = affine.load %A[0] : memref<?xf32>
  affine.store %a, %B[0] : memref<16xf32>
  %b = affine.load %A[1] : memref<?xf32>
  scf.if %c {
    affine.store %b, %B[1] : memref<16xf32>
  }
  return
}

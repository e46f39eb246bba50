// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %C = memref.cast %A : memref<?xf32> to memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %C[%i] : memref<16xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %C = memref.cast %A : memref<?xf32> to memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %C[-%i + 15] : memref<16xf32>
    affine.store %a, %B[-%i + 15] : memref<16xf32>
  }
  return
}

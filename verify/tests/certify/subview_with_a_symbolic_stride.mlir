// certified
func.func @first(%o: index, %s: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i * symbol(%s) + symbol(%o)] : memref<?xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  return
}
func.func @second(%o: index, %s: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %V = memref.subview %A[%o] [16] [%s] : memref<?xf32> to memref<16xf32, strided<[?], offset: ?>>
  affine.for %i = 0 to 16 {
    %a = affine.load %V[-%i + 15] : memref<16xf32, strided<[?], offset: ?>>
    affine.store %a, %B[-%i + 15] : memref<16xf32>
  }
  return
}

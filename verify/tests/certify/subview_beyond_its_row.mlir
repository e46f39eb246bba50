// refused: a view that may reach beyond the rows
// wrong: what is beyond a row is in the next one
func.func @first(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  %V = memref.subview %A[0, 32] [1, 64] [1, 1] : memref<?x64xf32> to memref<64xf32, strided<[1], offset: 32>>
  affine.for %k = 0 to 64 {
    %a = affine.load %A[1, 0] : memref<?x64xf32>
    affine.store %a, %V[%k] : memref<64xf32, strided<[1], offset: 32>>
  }
  return
}
func.func @second(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  %V = memref.subview %A[0, 32] [1, 64] [1, 1] : memref<?x64xf32> to memref<64xf32, strided<[1], offset: 32>>
  %a = affine.load %A[1, 0] : memref<?x64xf32>
  affine.for %k = 0 to 64 {
    affine.store %a, %V[%k] : memref<64xf32, strided<[1], offset: 32>>
  }
  return
}

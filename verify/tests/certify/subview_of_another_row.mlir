// refused: 
// wrong
func.func @first(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<?x64xf32>
      affine.store %a, %B[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  affine.for %j = 0 to 64 step 16 {
    affine.for %i = 0 to %n {
      %V = memref.subview %A[0, %j] [1, 16] [1, 1] : memref<?x64xf32> to memref<16xf32, strided<[1], offset: ?>>
      affine.for %k = 0 to 16 {
        %a = affine.load %V[%k] : memref<16xf32, strided<[1], offset: ?>>
        affine.store %a, %B[%i, %j + %k] : memref<?x64xf32>
      }
    }
  }
  return
}

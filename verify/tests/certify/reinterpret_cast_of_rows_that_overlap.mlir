// refused: 
// wrong: the last store to a cell is another one
func.func @first(%A: memref<1024xf32> {llvm.noalias}, %B: memref<32x32xf32> {llvm.noalias}) {
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [31, 32], strides: [31, 1] : memref<1024xf32> to memref<31x32xf32, strided<[31, 1]>>
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %B[%i, %j] : memref<32x32xf32>
      affine.store %a, %V[%i, %j] : memref<31x32xf32, strided<[31, 1]>>
    }
  }
  return
}
func.func @second(%A: memref<1024xf32> {llvm.noalias}, %B: memref<32x32xf32> {llvm.noalias}) {
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [31, 32], strides: [31, 1] : memref<1024xf32> to memref<31x32xf32, strided<[31, 1]>>
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %B[-%i + 30, %j] : memref<32x32xf32>
      affine.store %a, %V[-%i + 30, %j] : memref<31x32xf32, strided<[31, 1]>>
    }
  }
  return
}

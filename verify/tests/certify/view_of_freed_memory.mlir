// refused: memory that is used after it is freed
// wrong
func.func @first(%B: memref<16xf32> {llvm.noalias}) {
  %c = arith.constant 1.0 : f32
  affine.store %c, %B[0] : memref<16xf32>
  return
}
func.func @second(%B: memref<16xf32> {llvm.noalias}) {
  %T = memref.alloc() : memref<16xf32>
  %V = memref.subview %T[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  memref.dealloc %T : memref<16xf32>
  %c = arith.constant 1.0 : f32
  affine.store %c, %V[0] : memref<8xf32, strided<[1]>>
  affine.store %c, %B[0] : memref<16xf32>
  return
}

// certified
func.func @first(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i + 3] : memref<64xf32>
    affine.store %a, %B[%i] : memref<64xf32>
  }
  return
}
func.func @second(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  %V = memref.subview %A[1] [40] [1] : memref<64xf32> to memref<40xf32, strided<[1], offset: 1>>
  %W = memref.subview %V[2] [16] [2] : memref<40xf32, strided<[1], offset: 1>> to memref<16xf32, strided<[2], offset: 3>>
  %X = memref.subview %V[3] [16] [2] : memref<40xf32, strided<[1], offset: 1>> to memref<16xf32, strided<[2], offset: 4>>
  affine.for %i = 0 to 16 {
    %a = affine.load %W[%i] : memref<16xf32, strided<[2], offset: 3>>
    affine.store %a, %B[2 * %i] : memref<64xf32>
    %b = affine.load %X[%i] : memref<16xf32, strided<[2], offset: 4>>
    affine.store %b, %B[2 * %i + 1] : memref<64xf32>
  }
  return
}

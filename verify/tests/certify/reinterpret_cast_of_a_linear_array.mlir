// certified
func.func @first(%A: memref<1024xf32> {llvm.noalias}, %B: memref<32x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i * 32 + %j] : memref<1024xf32>
      affine.store %a, %B[%j, %i] : memref<32x32xf32>
    }
  }
  return
}
func.func @second(%A: memref<1024xf32> {llvm.noalias}, %B: memref<32x32xf32> {llvm.noalias}) {
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [32, 32], strides: [32, 1] : memref<1024xf32> to memref<32x32xf32>
  %W = memref.reinterpret_cast %B to offset: [0], sizes: [1024], strides: [1] : memref<32x32xf32> to memref<1024xf32>
  affine.for %j = 0 to 32 {
    affine.for %i = 0 to 32 {
      %a = affine.load %V[%i, %j] : memref<32x32xf32>
      affine.store %a, %W[%j * 32 + %i] : memref<1024xf32>
    }
  }
  return
}

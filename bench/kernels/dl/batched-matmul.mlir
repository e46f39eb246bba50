// C[b] = A[b] * B[b] for every b of a batch.
func.func @batched_matmul(%A: memref<16x256x256xf32> {llvm.noalias}, %B: memref<16x256x256xf32> {llvm.noalias},
                          %C: memref<16x256x256xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 16 {
    affine.for %i = 0 to 256 {
      affine.for %j = 0 to 256 {
        affine.store %zero, %C[%b, %i, %j] : memref<16x256x256xf32>
        affine.for %k = 0 to 256 {
          %c = affine.load %C[%b, %i, %j] : memref<16x256x256xf32>
          %x = affine.load %A[%b, %i, %k] : memref<16x256x256xf32>
          %y = affine.load %B[%b, %k, %j] : memref<16x256x256xf32>
          %product = arith.mulf %x, %y : f32
          %sum = arith.addf %c, %product : f32
          affine.store %sum, %C[%b, %i, %j] : memref<16x256x256xf32>
        }
      }
    }
  }
  return
}

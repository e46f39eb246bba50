// 4,096 products of 4×4 matrices.
func.func @batch_4x4(%A: memref<4096x4x4xf32> {llvm.noalias}, %B: memref<4096x4x4xf32> {llvm.noalias},
                     %C: memref<4096x4x4xf32> {llvm.noalias}) {
  affine.for %b = 0 to 4096 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%b, %i, %k] : memref<4096x4x4xf32>
          %y = affine.load %B[%b, %k, %j] : memref<4096x4x4xf32>
          %c = affine.load %C[%b, %i, %j] : memref<4096x4x4xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<4096x4x4xf32>
        }
      }
    }
  }
  return
}

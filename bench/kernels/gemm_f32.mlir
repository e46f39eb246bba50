// C += A * B, 1024 x 1024 by 1024 x 1024, in the order of the textbook.
func.func @gemm_f32(%A: memref<1024x1024xf32> {llvm.noalias}, %B: memref<1024x1024xf32> {llvm.noalias},
              %C: memref<1024x1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = 0 to 1024 {
        %a = affine.load %A[%i, %k] : memref<1024x1024xf32>
        %b = affine.load %B[%k, %j] : memref<1024x1024xf32>
        %c = affine.load %C[%i, %j] : memref<1024x1024xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<1024x1024xf32>
      }
    }
  }
  return
}

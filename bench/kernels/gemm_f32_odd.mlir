// C += A * B, 1021 x 773 by 773 x 517, in the order of the textbook.
func.func @gemm_f32_odd(%A: memref<1021x773xf32> {llvm.noalias}, %B: memref<773x517xf32> {llvm.noalias},
              %C: memref<1021x517xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1021 {
    affine.for %j = 0 to 517 {
      affine.for %k = 0 to 773 {
        %a = affine.load %A[%i, %k] : memref<1021x773xf32>
        %b = affine.load %B[%k, %j] : memref<773x517xf32>
        %c = affine.load %C[%i, %j] : memref<1021x517xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<1021x517xf32>
      }
    }
  }
  return
}

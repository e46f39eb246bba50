// C += A * B, 1021 x 773 by 773 x 517, in the order of the textbook.
func.func @gemm_f64_odd(%A: memref<1021x773xf64> {llvm.noalias}, %B: memref<773x517xf64> {llvm.noalias},
              %C: memref<1021x517xf64> {llvm.noalias}) {
  affine.for %i = 0 to 1021 {
    affine.for %j = 0 to 517 {
      affine.for %k = 0 to 773 {
        %a = affine.load %A[%i, %k] : memref<1021x773xf64>
        %b = affine.load %B[%k, %j] : memref<773x517xf64>
        %c = affine.load %C[%i, %j] : memref<1021x517xf64>
        %product = arith.mulf %a, %b : f64
        %sum = arith.addf %c, %product : f64
        affine.store %sum, %C[%i, %j] : memref<1021x517xf64>
      }
    }
  }
  return
}

// The lower triangle of C = alpha * (A * transpose(B) + B * transpose(A)) + beta * C, after PolyBench 4.2.1.
func.func @kernel_syr2k(%alpha: f64, %beta: f64, %C: memref<?x?xf64> {llvm.noalias},
                        %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %c, %beta : f64
      affine.store %product, %C[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to %m {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%j, %k] : memref<?x?xf64>
        %product = arith.mulf %a, %alpha : f64
        %b = affine.load %B[%i, %k] : memref<?x?xf64>
        %product_1 = arith.mulf %product, %b : f64
        %b_1 = affine.load %B[%j, %k] : memref<?x?xf64>
        %product_2 = arith.mulf %b_1, %alpha : f64
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %product_3 = arith.mulf %product_2, %a_1 : f64
        %sum = arith.addf %product_1, %product_3 : f64
        %sum_1 = arith.addf %c, %sum : f64
        affine.store %sum_1, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

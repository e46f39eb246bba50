// C = alpha * A * B + beta * C for a symmetric A, of which the lower triangle is read, after PolyBench 4.2.1.
func.func @kernel_symm(%alpha: f64, %beta: f64, %C: memref<?x?xf64> {llvm.noalias},
                       %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %temp = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%temp_1 = %zero) -> (f64) {
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %product = arith.mulf %alpha, %b : f64
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %product_1 = arith.mulf %product, %a : f64
        %sum = arith.addf %c, %product_1 : f64
        affine.store %sum, %C[%k, %j] : memref<?x?xf64>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %product_2 = arith.mulf %b_1, %a_1 : f64
        %temp_2 = arith.addf %temp_1, %product_2 : f64
        affine.yield %temp_2 : f64
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %beta, %c : f64
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %product_1 = arith.mulf %alpha, %b : f64
      %a = affine.load %A[%i, %i] : memref<?x?xf64>
      %product_2 = arith.mulf %product_1, %a : f64
      %sum = arith.addf %product, %product_2 : f64
      %product_3 = arith.mulf %alpha, %temp : f64
      %sum_1 = arith.addf %sum, %product_3 : f64
      affine.store %sum_1, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

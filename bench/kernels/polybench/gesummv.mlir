// y = alpha * A * x + beta * B * x, after PolyBench 4.2.1.
func.func @kernel_gesummv(%alpha: f64, %beta: f64, %A: memref<?x?xf64> {llvm.noalias},
                          %B: memref<?x?xf64> {llvm.noalias}, %tmp: memref<?xf64> {llvm.noalias},
                          %x: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %x_j = affine.load %x[%j] : memref<?xf64>
      %product = arith.mulf %a, %x_j : f64
      %tmp_i = affine.load %tmp[%i] : memref<?xf64>
      %sum = arith.addf %product, %tmp_i : f64
      affine.store %sum, %tmp[%i] : memref<?xf64>
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %x_j_1 = affine.load %x[%j] : memref<?xf64>
      %product_1 = arith.mulf %b, %x_j_1 : f64
      %y_i = affine.load %y[%i] : memref<?xf64>
      %sum_1 = arith.addf %product_1, %y_i : f64
      affine.store %sum_1, %y[%i] : memref<?xf64>
    }
    %tmp_i = affine.load %tmp[%i] : memref<?xf64>
    %product = arith.mulf %alpha, %tmp_i : f64
    %y_i = affine.load %y[%i] : memref<?xf64>
    %product_1 = arith.mulf %beta, %y_i : f64
    %sum = arith.addf %product, %product_1 : f64
    affine.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

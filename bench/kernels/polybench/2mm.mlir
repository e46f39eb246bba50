// D = alpha * A * B * C + beta * D, after PolyBench 4.2.1.
func.func @kernel_2mm(%alpha: f64, %beta: f64, %tmp: memref<?x?xf64> {llvm.noalias},
                      %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias},
                      %C: memref<?x?xf64> {llvm.noalias}, %D: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ni = memref.dim %tmp, %c0 : memref<?x?xf64>
  %nj = memref.dim %tmp, %c1 : memref<?x?xf64>
  %nk = memref.dim %A, %c1 : memref<?x?xf64>
  %nl = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nj {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nk {
        %tmp_i = affine.load %tmp[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %product = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %product_1 = arith.mulf %product, %b : f64
        %sum = arith.addf %tmp_i, %product_1 : f64
        affine.store %sum, %tmp[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nl {
      %d = affine.load %D[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %d, %beta : f64
      affine.store %product, %D[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nj {
        %d_1 = affine.load %D[%i, %j] : memref<?x?xf64>
        %tmp_i = affine.load %tmp[%i, %k] : memref<?x?xf64>
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %product_1 = arith.mulf %tmp_i, %c : f64
        %sum = arith.addf %d_1, %product_1 : f64
        affine.store %sum, %D[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// B = alpha * transpose(A) * B for a unit lower triangular A, after PolyBench 4.2.1.
func.func @kernel_trmm(%alpha: f64, %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %B, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to %m {
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%k, %i] : memref<?x?xf64>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %a, %b_1 : f64
        %sum = arith.addf %b, %product : f64
        affine.store %sum, %B[%i, %j] : memref<?x?xf64>
      }
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %alpha, %b : f64
      affine.store %product, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// y = transpose(A) * (A * x), after PolyBench 4.2.1.
func.func @kernel_atax(%A: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                       %y: memref<?xf64> {llvm.noalias}, %tmp: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %m {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %tmp_i = affine.load %tmp[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %x_j = affine.load %x[%j] : memref<?xf64>
      %product = arith.mulf %a, %x_j : f64
      %sum = arith.addf %tmp_i, %product : f64
      affine.store %sum, %tmp[%i] : memref<?xf64>
    }
    affine.for %j = 0 to %n {
      %y_j = affine.load %y[%j] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %tmp_i = affine.load %tmp[%i] : memref<?xf64>
      %product = arith.mulf %a, %tmp_i : f64
      %sum = arith.addf %y_j, %product : f64
      affine.store %sum, %y[%j] : memref<?xf64>
    }
  }
  return
}

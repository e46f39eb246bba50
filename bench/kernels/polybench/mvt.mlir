// x1 += A * y_1 and x2 += transpose(A) * y_2, after PolyBench 4.2.1.
func.func @kernel_mvt(%x1: memref<?xf64> {llvm.noalias}, %x2: memref<?xf64> {llvm.noalias},
                      %y_1: memref<?xf64> {llvm.noalias}, %y_2: memref<?xf64> {llvm.noalias},
                      %A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x1, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x1_i = affine.load %x1[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %y_1_j = affine.load %y_1[%j] : memref<?xf64>
      %product = arith.mulf %a, %y_1_j : f64
      %sum = arith.addf %x1_i, %product : f64
      affine.store %sum, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x2_i = affine.load %x2[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %y_2_j = affine.load %y_2[%j] : memref<?xf64>
      %product = arith.mulf %a, %y_2_j : f64
      %sum = arith.addf %x2_i, %product : f64
      affine.store %sum, %x2[%i] : memref<?xf64>
    }
  }
  return
}

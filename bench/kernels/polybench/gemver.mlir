// A += u1 * v1 + u2 * v2, x += beta * transpose(A) * y + z, w += alpha * A * x, after PolyBench 4.2.1.
func.func @kernel_gemver(%alpha: f64, %beta: f64, %A: memref<?x?xf64> {llvm.noalias},
                         %u1: memref<?xf64> {llvm.noalias}, %v1: memref<?xf64> {llvm.noalias},
                         %u2: memref<?xf64> {llvm.noalias}, %v2: memref<?xf64> {llvm.noalias},
                         %w: memref<?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                         %y: memref<?xf64> {llvm.noalias}, %z: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %u1_i = affine.load %u1[%i] : memref<?xf64>
      %v1_j = affine.load %v1[%j] : memref<?xf64>
      %product = arith.mulf %u1_i, %v1_j : f64
      %sum = arith.addf %a, %product : f64
      %u2_i = affine.load %u2[%i] : memref<?xf64>
      %v2_j = affine.load %v2[%j] : memref<?xf64>
      %product_1 = arith.mulf %u2_i, %v2_j : f64
      %sum_1 = arith.addf %sum, %product_1 : f64
      affine.store %sum_1, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x_i = affine.load %x[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %product = arith.mulf %beta, %a : f64
      %y_j = affine.load %y[%j] : memref<?xf64>
      %product_1 = arith.mulf %product, %y_j : f64
      %sum = arith.addf %x_i, %product_1 : f64
      affine.store %sum, %x[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n {
    %x_i = affine.load %x[%i] : memref<?xf64>
    %z_i = affine.load %z[%i] : memref<?xf64>
    %sum = arith.addf %x_i, %z_i : f64
    affine.store %sum, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %w_i = affine.load %w[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %alpha, %a : f64
      %x_j = affine.load %x[%j] : memref<?xf64>
      %product_1 = arith.mulf %product, %x_j : f64
      %sum = arith.addf %w_i, %product_1 : f64
      affine.store %sum, %w[%i] : memref<?xf64>
    }
  }
  return
}

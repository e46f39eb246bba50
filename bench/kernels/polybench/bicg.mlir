// s = transpose(A) * r and q = A * p, after PolyBench 4.2.1.
func.func @kernel_bicg(%A: memref<?x?xf64> {llvm.noalias}, %s: memref<?xf64> {llvm.noalias},
                       %q: memref<?xf64> {llvm.noalias}, %p: memref<?xf64> {llvm.noalias},
                       %r: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %m {
    affine.store %zero, %s[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.store %zero, %q[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %s_j = affine.load %s[%j] : memref<?xf64>
      %r_i = affine.load %r[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %product = arith.mulf %r_i, %a : f64
      %sum = arith.addf %s_j, %product : f64
      affine.store %sum, %s[%j] : memref<?xf64>
      %q_i = affine.load %q[%i] : memref<?xf64>
      %a_1 = affine.load %A[%i, %j] : memref<?x?xf64>
      %p_j = affine.load %p[%j] : memref<?xf64>
      %product_1 = arith.mulf %a_1, %p_j : f64
      %sum_1 = arith.addf %q_i, %product_1 : f64
      affine.store %sum_1, %q[%i] : memref<?xf64>
    }
  }
  return
}

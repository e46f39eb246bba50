// Solves a Toeplitz system by the Levinson-Durbin recursion, after PolyBench 4.2.1.
func.func @kernel_durbin(%r: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %r, %c0 : memref<?xf64>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %z = memref.alloc(%n) : memref<?xf64>
  %r_0 = affine.load %r[0] : memref<?xf64>
  %negative = arith.negf %r_0 : f64
  affine.store %negative, %y[0] : memref<?xf64>
  %r_0_1 = affine.load %r[0] : memref<?xf64>
  %alpha = arith.negf %r_0_1 : f64
  %beta, %alpha_1 = affine.for %k = 1 to %n iter_args(%beta_1 = %one, %alpha_2 = %alpha) -> (f64, f64) {
    %product = arith.mulf %alpha_2, %alpha_2 : f64
    %difference = arith.subf %one, %product : f64
    %beta_2 = arith.mulf %difference, %beta_1 : f64
    %sum = affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) iter_args(%sum_1 = %zero) -> (f64) {
      %r_ki = affine.load %r[%k - %i - 1] : memref<?xf64>
      %y_i = affine.load %y[%i] : memref<?xf64>
      %product_1 = arith.mulf %r_ki, %y_i : f64
      %sum_2 = arith.addf %sum_1, %product_1 : f64
      affine.yield %sum_2 : f64
    }
    %r_k = affine.load %r[%k] : memref<?xf64>
    %sum_1 = arith.addf %r_k, %sum : f64
    %negative_1 = arith.negf %sum_1 : f64
    %alpha_3 = arith.divf %negative_1, %beta_2 : f64
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %y_i = affine.load %y[%i] : memref<?xf64>
      %y_ki = affine.load %y[%k - %i - 1] : memref<?xf64>
      %product_1 = arith.mulf %alpha_3, %y_ki : f64
      %sum_2 = arith.addf %y_i, %product_1 : f64
      affine.store %sum_2, %z[%i] : memref<?xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %z_i = affine.load %z[%i] : memref<?xf64>
      affine.store %z_i, %y[%i] : memref<?xf64>
    }
    affine.store %alpha_3, %y[%k] : memref<?xf64>
    affine.yield %beta_2, %alpha_3 : f64, f64
  }
  memref.dealloc %z : memref<?xf64>
  return
}

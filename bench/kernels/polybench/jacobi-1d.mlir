// Steps of a three-point stencil, from A to B and back, after PolyBench 4.2.1.
func.func @kernel_jacobi_1d(%tsteps: index, %A: memref<?xf64> {llvm.noalias},
                            %B: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  %third = arith.constant 0.33333 : f64
  affine.for %t = 0 to %tsteps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf64>
      %a_1 = affine.load %A[%i] : memref<?xf64>
      %sum = arith.addf %a, %a_1 : f64
      %a_2 = affine.load %A[%i + 1] : memref<?xf64>
      %sum_1 = arith.addf %sum, %a_2 : f64
      %product = arith.mulf %third, %sum_1 : f64
      affine.store %product, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %b = affine.load %B[%i - 1] : memref<?xf64>
      %b_1 = affine.load %B[%i] : memref<?xf64>
      %sum = arith.addf %b, %b_1 : f64
      %b_2 = affine.load %B[%i + 1] : memref<?xf64>
      %sum_1 = arith.addf %sum, %b_2 : f64
      %product = arith.mulf %third, %sum_1 : f64
      affine.store %product, %A[%i] : memref<?xf64>
    }
  }
  return
}

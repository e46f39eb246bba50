// Solves A * x = b through the factors L and U of A, after PolyBench 4.2.1.
func.func @kernel_ludcmp(%A: memref<?x?xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias},
                         %x: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %w = affine.load %A[%i, %j] : memref<?x?xf64>
      %w_1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%w_2 = %w) -> (f64) {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_1 = affine.load %A[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %a, %a_1 : f64
        %w_3 = arith.subf %w_2, %product : f64
        affine.yield %w_3 : f64
      }
      %a = affine.load %A[%j, %j] : memref<?x?xf64>
      %quotient = arith.divf %w_1, %a : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      %w = affine.load %A[%i, %j] : memref<?x?xf64>
      %w_1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w_2 = %w) -> (f64) {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_1 = affine.load %A[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %a, %a_1 : f64
        %w_3 = arith.subf %w_2, %product : f64
        affine.yield %w_3 : f64
      }
      affine.store %w_1, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    %w = affine.load %b[%i] : memref<?xf64>
    %w_1 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w_2 = %w) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %y_j = affine.load %y[%j] : memref<?xf64>
      %product = arith.mulf %a, %y_j : f64
      %w_3 = arith.subf %w_2, %product : f64
      affine.yield %w_3 : f64
    }
    affine.store %w_1, %y[%i] : memref<?xf64>
  }
  affine.for %i_back = 0 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i_back)[%n]
    %w = affine.load %y[%i] : memref<?xf64>
    %w_1 = affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n iter_args(%w_2 = %w) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %x_j = affine.load %x[%j] : memref<?xf64>
      %product = arith.mulf %a, %x_j : f64
      %w_3 = arith.subf %w_2, %product : f64
      affine.yield %w_3 : f64
    }
    %a = affine.load %A[%i, %i] : memref<?x?xf64>
    %quotient = arith.divf %w_1, %a : f64
    affine.store %quotient, %x[%i] : memref<?xf64>
  }
  return
}

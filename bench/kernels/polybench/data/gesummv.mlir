// The data that PolyBench 4.2.1 gives gesummv.
//
// MINI       n = 30
// SMALL      n = 90
// MEDIUM     n = 250
// LARGE      n = 1300
// EXTRALARGE n = 2800
// ARGUMENTS  alpha = 1.5, beta = 1.2, A[n][n], B[n][n], tmp[n], x[n], y[n]
func.func @init_gesummv(%alpha: f64, %beta: f64, %A: memref<?x?xf64> {llvm.noalias},
                        %B: memref<?x?xf64> {llvm.noalias}, %tmp: memref<?xf64> {llvm.noalias},
                        %x: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to %n {
    %remainder = arith.remsi %i, %n : index
    %integer = arith.index_cast %remainder : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %quotient = arith.divf %real, %n_real : f64
    affine.store %quotient, %x[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c1 : index
      %remainder_1 = arith.remsi %sum, %n : index
      %integer_1 = arith.index_cast %remainder_1 : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %quotient_1 = arith.divf %real_1, %n_real : f64
      affine.store %quotient_1, %A[%i, %j] : memref<?x?xf64>
      %product_1 = arith.muli %i, %j : index
      %sum_1 = arith.addi %product_1, %c2 : index
      %remainder_2 = arith.remsi %sum_1, %n : index
      %integer_2 = arith.index_cast %remainder_2 : index to i64
      %real_2 = arith.sitofp %integer_2 : i64 to f64
      %quotient_2 = arith.divf %real_2, %n_real : f64
      affine.store %quotient_2, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

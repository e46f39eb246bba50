// The data that PolyBench 4.2.1 gives mvt.
//
// MINI       n = 40
// SMALL      n = 120
// MEDIUM     n = 400
// LARGE      n = 2000
// EXTRALARGE n = 4000
// ARGUMENTS  x1[n], x2[n], y_1[n], y_2[n], A[n][n]
func.func @init_mvt(%x1: memref<?xf64> {llvm.noalias}, %x2: memref<?xf64> {llvm.noalias},
                    %y_1: memref<?xf64> {llvm.noalias}, %y_2: memref<?xf64> {llvm.noalias},
                    %A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x1, %c0 : memref<?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to %n {
    %remainder = arith.remsi %i, %n : index
    %integer = arith.index_cast %remainder : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %quotient = arith.divf %real, %n_real : f64
    affine.store %quotient, %x1[%i] : memref<?xf64>
    %sum = arith.addi %i, %c1 : index
    %remainder_1 = arith.remsi %sum, %n : index
    %integer_1 = arith.index_cast %remainder_1 : index to i64
    %real_1 = arith.sitofp %integer_1 : i64 to f64
    %quotient_1 = arith.divf %real_1, %n_real : f64
    affine.store %quotient_1, %x2[%i] : memref<?xf64>
    %sum_1 = arith.addi %i, %c3 : index
    %remainder_2 = arith.remsi %sum_1, %n : index
    %integer_2 = arith.index_cast %remainder_2 : index to i64
    %real_2 = arith.sitofp %integer_2 : i64 to f64
    %quotient_2 = arith.divf %real_2, %n_real : f64
    affine.store %quotient_2, %y_1[%i] : memref<?xf64>
    %sum_2 = arith.addi %i, %c4 : index
    %remainder_3 = arith.remsi %sum_2, %n : index
    %integer_3 = arith.index_cast %remainder_3 : index to i64
    %real_3 = arith.sitofp %integer_3 : i64 to f64
    %quotient_3 = arith.divf %real_3, %n_real : f64
    affine.store %quotient_3, %y_2[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %remainder_4 = arith.remsi %product, %n : index
      %integer_4 = arith.index_cast %remainder_4 : index to i64
      %real_4 = arith.sitofp %integer_4 : i64 to f64
      %quotient_4 = arith.divf %real_4, %n_real : f64
      affine.store %quotient_4, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

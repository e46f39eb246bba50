// The data that PolyBench 4.2.1 gives symm.
//
// MINI       m = 20, n = 30
// SMALL      m = 60, n = 80
// MEDIUM     m = 200, n = 240
// LARGE      m = 1000, n = 1200
// EXTRALARGE m = 2000, n = 2600
// ARGUMENTS  alpha = 1.5, beta = 1.2, C[m][n], A[m][m], B[m][n]
func.func @init_symm(%alpha: f64, %beta: f64, %C: memref<?x?xf64> {llvm.noalias},
                     %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %c100 = arith.constant 100 : index
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  %unused = arith.constant -999.0 : f64
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %sum = arith.addi %i, %j : index
      %remainder = arith.remsi %sum, %c100 : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      affine.store %quotient, %C[%i, %j] : memref<?x?xf64>
      %sum_1 = arith.addi %n, %i : index
      %difference = arith.subi %sum_1, %j : index
      %remainder_1 = arith.remsi %difference, %c100 : index
      %integer_1 = arith.index_cast %remainder_1 : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %quotient_1 = arith.divf %real_1, %m_real : f64
      affine.store %quotient_1, %B[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %sum = arith.addi %i, %j : index
      %remainder = arith.remsi %sum, %c100 : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %m {
      affine.store %unused, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

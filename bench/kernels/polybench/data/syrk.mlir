// The data that PolyBench 4.2.1 gives syrk.
//
// MINI       m = 20, n = 30
// SMALL      m = 60, n = 80
// MEDIUM     m = 200, n = 240
// LARGE      m = 1000, n = 1200
// EXTRALARGE m = 2000, n = 2600
// ARGUMENTS  alpha = 1.5, beta = 1.2, C[n][n], A[n][m]
func.func @init_syrk(%alpha: f64, %beta: f64, %C: memref<?x?xf64> {llvm.noalias},
                     %A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %c2 = arith.constant 2 : index
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c1 : index
      %remainder = arith.remsi %sum, %n : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %n_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c2 : index
      %remainder = arith.remsi %sum, %m : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      affine.store %quotient, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// The data that PolyBench 4.2.1 gives trmm.
//
// MINI       m = 20, n = 30
// SMALL      m = 60, n = 80
// MEDIUM     m = 200, n = 240
// LARGE      m = 1000, n = 1200
// EXTRALARGE m = 2000, n = 2600
// ARGUMENTS  alpha = 1.5, A[m][m], B[m][n]
func.func @init_trmm(%alpha: f64, %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %B, %c1 : memref<?x?xf64>
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  %one = arith.constant 1.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  affine.for %i = 0 to %m {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %sum = arith.addi %i, %j : index
      %remainder = arith.remsi %sum, %m : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
    affine.store %one, %A[%i, %i] : memref<?x?xf64>
    affine.for %j = 0 to %n {
      %difference = arith.subi %i, %j : index
      %sum = arith.addi %n, %difference : index
      %remainder = arith.remsi %sum, %n : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %n_real : f64
      affine.store %quotient, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

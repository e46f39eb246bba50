// The data that PolyBench 4.2.1 gives atax.
//
// MINI       m = 38, n = 42
// SMALL      m = 116, n = 124
// MEDIUM     m = 390, n = 410
// LARGE      m = 1900, n = 2100
// EXTRALARGE m = 1800, n = 2200
// ARGUMENTS  A[m][n], x[n], y[n], tmp[m]
func.func @init_atax(%A: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                     %y: memref<?xf64> {llvm.noalias}, %tmp: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %one = arith.constant 1.0 : f64
  %c5 = arith.constant 5 : index
  %five_m = arith.muli %c5, %m : index
  %five_m_i64 = arith.index_cast %five_m : index to i64
  %five_m_real = arith.sitofp %five_m_i64 : i64 to f64
  affine.for %i = 0 to %n {
    %integer = arith.index_cast %i : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %quotient = arith.divf %real, %n_real : f64
    %sum = arith.addf %one, %quotient : f64
    affine.store %sum, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %sum = arith.addi %i, %j : index
      %remainder = arith.remsi %sum, %n : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %five_m_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// The data that PolyBench 4.2.1 gives covariance.
//
// MINI       m = 28, n = 32
// SMALL      m = 80, n = 100
// MEDIUM     m = 240, n = 260
// LARGE      m = 1200, n = 1400
// EXTRALARGE m = 2600, n = 3000
// ARGUMENTS  float_n = n, data[n][m], cov[m][m], mean[m]
func.func @init_covariance(%float_n: f64, %data: memref<?x?xf64> {llvm.noalias},
                           %cov: memref<?x?xf64> {llvm.noalias}, %mean: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %data, %c1 : memref<?x?xf64>
  %n = memref.dim %data, %c0 : memref<?x?xf64>
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %integer = arith.index_cast %i : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %integer_1 = arith.index_cast %j : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %product = arith.mulf %real, %real_1 : f64
      %quotient = arith.divf %product, %m_real : f64
      affine.store %quotient, %data[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// The data that PolyBench 4.2.1 gives correlation.
//
// MINI       m = 28, n = 32
// SMALL      m = 80, n = 100
// MEDIUM     m = 240, n = 260
// LARGE      m = 1200, n = 1400
// EXTRALARGE m = 2600, n = 3000
// ARGUMENTS  float_n = n, data[n][m], corr[m][m], mean[m], stddev[m]
func.func @init_correlation(%float_n: f64, %data: memref<?x?xf64> {llvm.noalias},
                            %corr: memref<?x?xf64> {llvm.noalias}, %mean: memref<?xf64> {llvm.noalias},
                            %stddev: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %data, %c1 : memref<?x?xf64>
  %n = memref.dim %data, %c0 : memref<?x?xf64>
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %product = arith.muli %i, %j : index
      %integer = arith.index_cast %product : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      %integer_1 = arith.index_cast %i : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %sum = arith.addf %quotient, %real_1 : f64
      affine.store %sum, %data[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

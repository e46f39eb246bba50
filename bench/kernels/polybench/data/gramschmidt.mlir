// The data that PolyBench 4.2.1 gives gramschmidt.
//
// MINI       m = 20, n = 30
// SMALL      m = 60, n = 80
// MEDIUM     m = 200, n = 240
// LARGE      m = 1000, n = 1200
// EXTRALARGE m = 2000, n = 2600
// ARGUMENTS  A[m][n], R[n][n], Q[m][n]
func.func @init_gramschmidt(%A: memref<?x?xf64> {llvm.noalias}, %R: memref<?x?xf64> {llvm.noalias},
                            %Q: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  %hundred = arith.constant 100.0 : f64
  %ten = arith.constant 10.0 : f64
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %remainder = arith.remsi %product, %m : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %m_real : f64
      %product_1 = arith.mulf %quotient, %hundred : f64
      %sum = arith.addf %product_1, %ten : f64
      affine.store %sum, %A[%i, %j] : memref<?x?xf64>
      affine.store %zero, %Q[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %R[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

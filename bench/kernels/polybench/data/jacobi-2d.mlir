// The data that PolyBench 4.2.1 gives jacobi-2d.
//
// MINI       tsteps = 20, n = 30
// SMALL      tsteps = 40, n = 90
// MEDIUM     tsteps = 100, n = 250
// LARGE      tsteps = 500, n = 1300
// EXTRALARGE tsteps = 1000, n = 2800
// ARGUMENTS  tsteps, A[n][n], B[n][n]
func.func @init_jacobi_2d(%tsteps: index, %A: memref<?x?xf64> {llvm.noalias},
                          %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %c3 = arith.constant 3 : index
  %three = arith.constant 3.0 : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %integer = arith.index_cast %i : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %sum = arith.addi %j, %c2 : index
      %integer_1 = arith.index_cast %sum : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %product = arith.mulf %real, %real_1 : f64
      %sum_1 = arith.addf %product, %two : f64
      %quotient = arith.divf %sum_1, %n_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
      %integer_2 = arith.index_cast %i : index to i64
      %real_2 = arith.sitofp %integer_2 : i64 to f64
      %sum_2 = arith.addi %j, %c3 : index
      %integer_3 = arith.index_cast %sum_2 : index to i64
      %real_3 = arith.sitofp %integer_3 : i64 to f64
      %product_1 = arith.mulf %real_2, %real_3 : f64
      %sum_3 = arith.addf %product_1, %three : f64
      %quotient_1 = arith.divf %sum_3, %n_real : f64
      affine.store %quotient_1, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

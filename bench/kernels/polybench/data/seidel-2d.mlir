// The data that PolyBench 4.2.1 gives seidel-2d.
//
// MINI       tsteps = 20, n = 40
// SMALL      tsteps = 40, n = 120
// MEDIUM     tsteps = 100, n = 400
// LARGE      tsteps = 500, n = 2000
// EXTRALARGE tsteps = 1000, n = 4000
// ARGUMENTS  tsteps, A[n][n]
func.func @init_seidel_2d(%tsteps: index, %A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
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
    }
  }
  return
}

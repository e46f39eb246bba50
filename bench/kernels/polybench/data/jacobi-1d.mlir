// The data that PolyBench 4.2.1 gives jacobi-1d.
//
// MINI       tsteps = 20, n = 30
// SMALL      tsteps = 40, n = 120
// MEDIUM     tsteps = 100, n = 400
// LARGE      tsteps = 500, n = 2000
// EXTRALARGE tsteps = 1000, n = 4000
// ARGUMENTS  tsteps, A[n], B[n]
func.func @init_jacobi_1d(%tsteps: index, %A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  %two = arith.constant 2.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %three = arith.constant 3.0 : f64
  affine.for %i = 0 to %n {
    %integer = arith.index_cast %i : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %sum = arith.addf %real, %two : f64
    %quotient = arith.divf %sum, %n_real : f64
    affine.store %quotient, %A[%i] : memref<?xf64>
    %integer_1 = arith.index_cast %i : index to i64
    %real_1 = arith.sitofp %integer_1 : i64 to f64
    %sum_1 = arith.addf %real_1, %three : f64
    %quotient_1 = arith.divf %sum_1, %n_real : f64
    affine.store %quotient_1, %B[%i] : memref<?xf64>
  }
  return
}

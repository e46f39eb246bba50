// The data that PolyBench 4.2.1 gives adi.
//
// MINI       tsteps = 20, n = 20
// SMALL      tsteps = 40, n = 60
// MEDIUM     tsteps = 100, n = 200
// LARGE      tsteps = 500, n = 1000
// EXTRALARGE tsteps = 1000, n = 2000
// ARGUMENTS  tsteps, u[n][n], v[n][n], p[n][n], q[n][n]
func.func @init_adi(%tsteps: index, %u: memref<?x?xf64> {llvm.noalias}, %v: memref<?x?xf64> {llvm.noalias},
                    %p: memref<?x?xf64> {llvm.noalias}, %q: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %u, %c0 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %sum = arith.addi %i, %n : index
      %difference = arith.subi %sum, %j : index
      %integer = arith.index_cast %difference : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %n_real : f64
      affine.store %quotient, %u[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

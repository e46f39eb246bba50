// The data that PolyBench 4.2.1 gives heat-3d.
//
// MINI       tsteps = 20, n = 10
// SMALL      tsteps = 40, n = 20
// MEDIUM     tsteps = 100, n = 40
// LARGE      tsteps = 500, n = 120
// EXTRALARGE tsteps = 1000, n = 200
// ARGUMENTS  tsteps, A[n][n][n], B[n][n][n]
func.func @init_heat_3d(%tsteps: index, %A: memref<?x?x?xf64> {llvm.noalias},
                        %B: memref<?x?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xf64>
  %ten = arith.constant 10.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %sum = arith.addi %i, %j : index
        %difference = arith.subi %n, %k : index
        %sum_1 = arith.addi %sum, %difference : index
        %integer = arith.index_cast %sum_1 : index to i64
        %real = arith.sitofp %integer : i64 to f64
        %product = arith.mulf %real, %ten : f64
        %value = arith.divf %product, %n_real : f64
        affine.store %value, %A[%i, %j, %k] : memref<?x?x?xf64>
        affine.store %value, %B[%i, %j, %k] : memref<?x?x?xf64>
      }
    }
  }
  return
}

// The data that PolyBench 4.2.1 gives trisolv.
//
// MINI       n = 40
// SMALL      n = 120
// MEDIUM     n = 400
// LARGE      n = 2000
// EXTRALARGE n = 4000
// ARGUMENTS  L[n][n], x[n], b[n]
func.func @init_trisolv(%L: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                        %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %L, %c0 : memref<?x?xf64>
  %unused = arith.constant -999.0 : f64
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  affine.for %i = 0 to %n {
    affine.store %unused, %x[%i] : memref<?xf64>
    %integer = arith.index_cast %i : index to i64
    %real = arith.sitofp %integer : i64 to f64
    affine.store %real, %b[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %sum = arith.addi %i, %n : index
      %difference = arith.subi %sum, %j : index
      %sum_1 = arith.addi %difference, %c1 : index
      %integer_1 = arith.index_cast %sum_1 : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %product = arith.mulf %real_1, %two : f64
      %quotient = arith.divf %product, %n_real : f64
      affine.store %quotient, %L[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

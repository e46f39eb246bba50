// The data that PolyBench 4.2.1 gives gemm.
//
// MINI       ni = 20, nj = 25, nk = 30
// SMALL      ni = 60, nj = 70, nk = 80
// MEDIUM     ni = 200, nj = 220, nk = 240
// LARGE      ni = 1000, nj = 1100, nk = 1200
// EXTRALARGE ni = 2000, nj = 2300, nk = 2600
// ARGUMENTS  alpha = 1.5, beta = 1.2, C[ni][nj], A[ni][nk], B[nk][nj]
func.func @init_gemm(%alpha: f64, %beta: f64, %C: memref<?x?xf64> {llvm.noalias},
                     %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ni = memref.dim %C, %c0 : memref<?x?xf64>
  %nj = memref.dim %C, %c1 : memref<?x?xf64>
  %nk = memref.dim %A, %c1 : memref<?x?xf64>
  %ni_i64 = arith.index_cast %ni : index to i64
  %ni_real = arith.sitofp %ni_i64 : i64 to f64
  %nk_i64 = arith.index_cast %nk : index to i64
  %nk_real = arith.sitofp %nk_i64 : i64 to f64
  %c2 = arith.constant 2 : index
  %nj_i64 = arith.index_cast %nj : index to i64
  %nj_real = arith.sitofp %nj_i64 : i64 to f64
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nj {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c1 : index
      %remainder = arith.remsi %sum, %ni : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %ni_real : f64
      affine.store %quotient, %C[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nk {
      %sum = arith.addi %j, %c1 : index
      %product = arith.muli %i, %sum : index
      %remainder = arith.remsi %product, %nk : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %nk_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nk {
    affine.for %j = 0 to %nj {
      %sum = arith.addi %j, %c2 : index
      %product = arith.muli %i, %sum : index
      %remainder = arith.remsi %product, %nj : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %nj_real : f64
      affine.store %quotient, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

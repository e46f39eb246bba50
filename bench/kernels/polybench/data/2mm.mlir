// The data that PolyBench 4.2.1 gives 2mm.
//
// MINI       ni = 16, nj = 18, nk = 22, nl = 24
// SMALL      ni = 40, nj = 50, nk = 70, nl = 80
// MEDIUM     ni = 180, nj = 190, nk = 210, nl = 220
// LARGE      ni = 800, nj = 900, nk = 1100, nl = 1200
// EXTRALARGE ni = 1600, nj = 1800, nk = 2200, nl = 2400
// ARGUMENTS  alpha = 1.5, beta = 1.2, tmp[ni][nj], A[ni][nk], B[nk][nj], C[nj][nl], D[ni][nl]
func.func @init_2mm(%alpha: f64, %beta: f64, %tmp: memref<?x?xf64> {llvm.noalias},
                    %A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias},
                    %C: memref<?x?xf64> {llvm.noalias}, %D: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ni = memref.dim %tmp, %c0 : memref<?x?xf64>
  %nj = memref.dim %tmp, %c1 : memref<?x?xf64>
  %nk = memref.dim %A, %c1 : memref<?x?xf64>
  %nl = memref.dim %C, %c1 : memref<?x?xf64>
  %ni_i64 = arith.index_cast %ni : index to i64
  %ni_real = arith.sitofp %ni_i64 : i64 to f64
  %nj_i64 = arith.index_cast %nj : index to i64
  %nj_real = arith.sitofp %nj_i64 : i64 to f64
  %c3 = arith.constant 3 : index
  %nl_i64 = arith.index_cast %nl : index to i64
  %nl_real = arith.sitofp %nl_i64 : i64 to f64
  %c2 = arith.constant 2 : index
  %nk_i64 = arith.index_cast %nk : index to i64
  %nk_real = arith.sitofp %nk_i64 : i64 to f64
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nk {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c1 : index
      %remainder = arith.remsi %sum, %ni : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %ni_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nk {
    affine.for %j = 0 to %nj {
      %sum = arith.addi %j, %c1 : index
      %product = arith.muli %i, %sum : index
      %remainder = arith.remsi %product, %nj : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %nj_real : f64
      affine.store %quotient, %B[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nj {
    affine.for %j = 0 to %nl {
      %sum = arith.addi %j, %c3 : index
      %product = arith.muli %i, %sum : index
      %sum_1 = arith.addi %product, %c1 : index
      %remainder = arith.remsi %sum_1, %nl : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %nl_real : f64
      affine.store %quotient, %C[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nl {
      %sum = arith.addi %j, %c2 : index
      %product = arith.muli %i, %sum : index
      %remainder = arith.remsi %product, %nk : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %nk_real : f64
      affine.store %quotient, %D[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

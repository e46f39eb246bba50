// The data that PolyBench 4.2.1 gives 3mm.
//
// MINI       ni = 16, nj = 18, nk = 20, nl = 22, nm = 24
// SMALL      ni = 40, nj = 50, nk = 60, nl = 70, nm = 80
// MEDIUM     ni = 180, nj = 190, nk = 200, nl = 210, nm = 220
// LARGE      ni = 800, nj = 900, nk = 1000, nl = 1100, nm = 1200
// EXTRALARGE ni = 1600, nj = 1800, nk = 2000, nl = 2200, nm = 2400
// ARGUMENTS  E[ni][nj], A[ni][nk], B[nk][nj], F[nj][nl], C[nj][nm], D[nm][nl], G[ni][nl]
func.func @init_3mm(%E: memref<?x?xf64> {llvm.noalias}, %A: memref<?x?xf64> {llvm.noalias},
                    %B: memref<?x?xf64> {llvm.noalias}, %F: memref<?x?xf64> {llvm.noalias},
                    %C: memref<?x?xf64> {llvm.noalias}, %D: memref<?x?xf64> {llvm.noalias},
                    %G: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ni = memref.dim %E, %c0 : memref<?x?xf64>
  %nj = memref.dim %E, %c1 : memref<?x?xf64>
  %nk = memref.dim %A, %c1 : memref<?x?xf64>
  %nl = memref.dim %F, %c1 : memref<?x?xf64>
  %nm = memref.dim %C, %c1 : memref<?x?xf64>
  %c5 = arith.constant 5 : index
  %five_ni = arith.muli %c5, %ni : index
  %five_ni_i64 = arith.index_cast %five_ni : index to i64
  %five_ni_real = arith.sitofp %five_ni_i64 : i64 to f64
  %c2 = arith.constant 2 : index
  %five_nj = arith.muli %c5, %nj : index
  %five_nj_i64 = arith.index_cast %five_nj : index to i64
  %five_nj_real = arith.sitofp %five_nj_i64 : i64 to f64
  %c3 = arith.constant 3 : index
  %five_nl = arith.muli %c5, %nl : index
  %five_nl_i64 = arith.index_cast %five_nl : index to i64
  %five_nl_real = arith.sitofp %five_nl_i64 : i64 to f64
  %five_nk = arith.muli %c5, %nk : index
  %five_nk_i64 = arith.index_cast %five_nk : index to i64
  %five_nk_real = arith.sitofp %five_nk_i64 : i64 to f64
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nk {
      %product = arith.muli %i, %j : index
      %sum = arith.addi %product, %c1 : index
      %remainder = arith.remsi %sum, %ni : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %five_ni_real : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nk {
    affine.for %j = 0 to %nj {
      %sum = arith.addi %j, %c1 : index
      %product = arith.muli %i, %sum : index
      %sum_1 = arith.addi %product, %c2 : index
      %remainder = arith.remsi %sum_1, %nj : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %five_nj_real : f64
      affine.store %quotient, %B[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nj {
    affine.for %j = 0 to %nm {
      %sum = arith.addi %j, %c3 : index
      %product = arith.muli %i, %sum : index
      %remainder = arith.remsi %product, %nl : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %five_nl_real : f64
      affine.store %quotient, %C[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %nm {
    affine.for %j = 0 to %nl {
      %sum = arith.addi %j, %c2 : index
      %product = arith.muli %i, %sum : index
      %sum_1 = arith.addi %product, %c2 : index
      %remainder = arith.remsi %sum_1, %nk : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %five_nk_real : f64
      affine.store %quotient, %D[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

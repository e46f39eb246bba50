// The data that PolyBench 4.2.1 gives doitgen.
//
// MINI       nq = 8, nr = 10, np = 12
// SMALL      nq = 20, nr = 25, np = 30
// MEDIUM     nq = 40, nr = 50, np = 60
// LARGE      nq = 140, nr = 150, np = 160
// EXTRALARGE nq = 220, nr = 250, np = 270
// ARGUMENTS  A[nr][nq][np], C4[np][np], sum[np]
func.func @init_doitgen(%A: memref<?x?x?xf64> {llvm.noalias}, %C4: memref<?x?xf64> {llvm.noalias},
                        %sum: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nq = memref.dim %A, %c1 : memref<?x?x?xf64>
  %nr = memref.dim %A, %c0 : memref<?x?x?xf64>
  %np = memref.dim %A, %c2 : memref<?x?x?xf64>
  %np_i64 = arith.index_cast %np : index to i64
  %np_real = arith.sitofp %np_i64 : i64 to f64
  affine.for %i = 0 to %nr {
    affine.for %j = 0 to %nq {
      affine.for %k = 0 to %np {
        %product = arith.muli %i, %j : index
        %sum_1 = arith.addi %product, %k : index
        %remainder = arith.remsi %sum_1, %np : index
        %integer = arith.index_cast %remainder : index to i64
        %real = arith.sitofp %integer : i64 to f64
        %quotient = arith.divf %real, %np_real : f64
        affine.store %quotient, %A[%i, %j, %k] : memref<?x?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %np {
    affine.for %j = 0 to %np {
      %product = arith.muli %i, %j : index
      %remainder = arith.remsi %product, %np : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %np_real : f64
      affine.store %quotient, %C4[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

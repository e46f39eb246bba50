// The data that PolyBench 4.2.1 gives bicg.
//
// MINI       m = 38, n = 42
// SMALL      m = 116, n = 124
// MEDIUM     m = 390, n = 410
// LARGE      m = 1900, n = 2100
// EXTRALARGE m = 1800, n = 2200
// ARGUMENTS  A[n][m], s[m], q[n], p[m], r[n]
func.func @init_bicg(%A: memref<?x?xf64> {llvm.noalias}, %s: memref<?xf64> {llvm.noalias},
                     %q: memref<?xf64> {llvm.noalias}, %p: memref<?xf64> {llvm.noalias},
                     %r: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m_i64 = arith.index_cast %m : index to i64
  %m_real = arith.sitofp %m_i64 : i64 to f64
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  affine.for %i = 0 to %m {
    %remainder = arith.remsi %i, %m : index
    %integer = arith.index_cast %remainder : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %quotient = arith.divf %real, %m_real : f64
    affine.store %quotient, %p[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %remainder = arith.remsi %i, %n : index
    %integer = arith.index_cast %remainder : index to i64
    %real = arith.sitofp %integer : i64 to f64
    %quotient = arith.divf %real, %n_real : f64
    affine.store %quotient, %r[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %sum = arith.addi %j, %c1 : index
      %product = arith.muli %i, %sum : index
      %remainder_1 = arith.remsi %product, %n : index
      %integer_1 = arith.index_cast %remainder_1 : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %quotient_1 = arith.divf %real_1, %n_real : f64
      affine.store %quotient_1, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

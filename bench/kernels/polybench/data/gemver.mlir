// The data that PolyBench 4.2.1 gives gemver.
//
// MINI       n = 40
// SMALL      n = 120
// MEDIUM     n = 400
// LARGE      n = 2000
// EXTRALARGE n = 4000
// ARGUMENTS  alpha = 1.5, beta = 1.2, A[n][n], u1[n], v1[n], u2[n], v2[n], w[n], x[n], y[n], z[n]
func.func @init_gemver(%alpha: f64, %beta: f64, %A: memref<?x?xf64> {llvm.noalias},
                       %u1: memref<?xf64> {llvm.noalias}, %v1: memref<?xf64> {llvm.noalias},
                       %u2: memref<?xf64> {llvm.noalias}, %v2: memref<?xf64> {llvm.noalias},
                       %w: memref<?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                       %y: memref<?xf64> {llvm.noalias}, %z: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %c1 = arith.constant 1 : index
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %two = arith.constant 2.0 : f64
  %four = arith.constant 4.0 : f64
  %six = arith.constant 6.0 : f64
  %eight = arith.constant 8.0 : f64
  %nine = arith.constant 9.0 : f64
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    %integer = arith.index_cast %i : index to i64
    %real = arith.sitofp %integer : i64 to f64
    affine.store %real, %u1[%i] : memref<?xf64>
    %sum = arith.addi %i, %c1 : index
    %integer_1 = arith.index_cast %sum : index to i64
    %real_1 = arith.sitofp %integer_1 : i64 to f64
    %part = arith.divf %real_1, %n_real : f64
    %quotient = arith.divf %part, %two : f64
    affine.store %quotient, %u2[%i] : memref<?xf64>
    %quotient_1 = arith.divf %part, %four : f64
    affine.store %quotient_1, %v1[%i] : memref<?xf64>
    %quotient_2 = arith.divf %part, %six : f64
    affine.store %quotient_2, %v2[%i] : memref<?xf64>
    %quotient_3 = arith.divf %part, %eight : f64
    affine.store %quotient_3, %y[%i] : memref<?xf64>
    %quotient_4 = arith.divf %part, %nine : f64
    affine.store %quotient_4, %z[%i] : memref<?xf64>
    affine.store %zero, %x[%i] : memref<?xf64>
    affine.store %zero, %w[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %remainder = arith.remsi %product, %n : index
      %integer_2 = arith.index_cast %remainder : index to i64
      %real_2 = arith.sitofp %integer_2 : i64 to f64
      %quotient_5 = arith.divf %real_2, %n_real : f64
      affine.store %quotient_5, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

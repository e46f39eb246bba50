// refused: the second function may access memory that the first does not
// wrong: the row behind the last is not there.
func.func @first(%n: index, %A: memref<?x4xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i, 0] : memref<?x4xf64>
    %b = affine.load %A[%i, 1] : memref<?x4xf64>
    %c = affine.load %A[%i, 2] : memref<?x4xf64>
    %s = arith.addf %a, %b : f64
    %t = arith.addf %s, %c : f64
    affine.store %t, %B[%i] : memref<?xf64>
  }
  return
}
func.func @second(%n: index, %A: memref<?x4xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %w = affine.vector_load %A[%i + 1, 0] : memref<?x4xf64>, vector<4xf64>
    %v = affine.vector_load %A[%i, 0] : memref<?x4xf64>, vector<4xf64>
    %a = vector.extract %v[0] : f64 from vector<4xf64>
    %b = vector.extract %v[1] : f64 from vector<4xf64>
    %c = vector.extract %v[2] : f64 from vector<4xf64>
    %s = arith.addf %a, %b : f64
    %t = arith.addf %s, %c : f64
    affine.store %t, %B[%i] : memref<?xf64>
  }
  return
}

// refused: the second function may access memory that the first does not
// wrong: the last row of a linear array need not be whole.
func.func @first(%n: index, %A: memref<100xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i * 32 + 1] : memref<100xf64>
    affine.store %a, %B[%i] : memref<?xf64>
  }
  return
}
func.func @second(%n: index, %A: memref<100xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %v = affine.vector_load %A[%i * 32] : memref<100xf64>, vector<32xf64>
    %a = vector.extract %v[1] : f64 from vector<32xf64>
    affine.store %a, %B[%i] : memref<?xf64>
  }
  return
}

// refused: the second function may access memory that the first does not
// wrong
// The second vector is that of the cells before.
func.func @first(%A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    %b = affine.load %B[%i] : memref<?xf64>
    %s = arith.addf %a, %b : f64
    affine.store %s, %B[%i] : memref<?xf64>
  }
  return
}
func.func @second(%A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] step 4 {
    %a = affine.vector_load %A[%i] : memref<?xf64>, vector<4xf64>
    %b = affine.vector_load %B[%i + 1] : memref<?xf64>, vector<4xf64>
    %s = arith.addf %a, %b : vector<4xf64>
    affine.vector_store %s, %B[%i] : memref<?xf64>, vector<4xf64>
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0 floordiv 4 * 4)>()[%n] to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    %b = affine.load %B[%i] : memref<?xf64>
    %s = arith.addf %a, %b : f64
    affine.store %s, %B[%i] : memref<?xf64>
  }
  return
}

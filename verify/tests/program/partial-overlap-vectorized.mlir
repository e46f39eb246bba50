// Loading four before storing four is wrong where the source lies behind the target.
// verdict: refuted
func.func @copy(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %B[%i] : memref<8xf32>
  }
  return
}
// -----
func.func @copy(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 step 4 {
    %a = affine.vector_load %A[%i] : memref<8xf32>, vector<4xf32>
    affine.vector_store %a, %B[%i] : memref<8xf32>, vector<4xf32>
  }
  return
}

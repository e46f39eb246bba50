// certified
// Rows of three are written as one row, in vectors that end inside of them.
func.func @first(%n: index, %X: memref<?x3xf32> {llvm.noalias}, %Y: memref<?x3xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %X[%i, 1] : memref<?x3xf32>
    affine.store %a, %Y[%i, 0] : memref<?x3xf32>
    %b = affine.load %X[%i, 2] : memref<?x3xf32>
    affine.store %b, %Y[%i, 1] : memref<?x3xf32>
    %c = affine.load %X[%i, 0] : memref<?x3xf32>
    affine.store %c, %Y[%i, 2] : memref<?x3xf32>
  }
  return
}
func.func @second(%n: index, %X: memref<?x3xf32> {llvm.noalias}, %Y: memref<?x3xf32> {llvm.noalias}) {
  %x = memref.collapse_shape %X [[0, 1]] : memref<?x3xf32> into memref<?xf32>
  %y = memref.collapse_shape %Y [[0, 1]] : memref<?x3xf32> into memref<?xf32>
  affine.for %i = 0 to affine_map<(d0) -> (d0 floordiv 4 * 4)>(%n) step 4 {
    %a = affine.vector_load %x[%i * 3] : memref<?xf32>, vector<4xf32>
    %b = affine.vector_load %x[%i * 3 + 4] : memref<?xf32>, vector<4xf32>
    %c = affine.vector_load %x[%i * 3 + 8] : memref<?xf32>, vector<4xf32>
    %p = vector.shuffle %a, %b [1, 2, 0, 4] : vector<4xf32>, vector<4xf32>
    %t = vector.shuffle %a, %b [5, 3, 7, 0] : vector<4xf32>, vector<4xf32>
    %q = vector.shuffle %t, %c [0, 1, 2, 4] : vector<4xf32>, vector<4xf32>
    %r = vector.shuffle %b, %c [2, 6, 7, 5] : vector<4xf32>, vector<4xf32>
    affine.vector_store %p, %y[%i * 3] : memref<?xf32>, vector<4xf32>
    affine.vector_store %q, %y[%i * 3 + 4] : memref<?xf32>, vector<4xf32>
    affine.vector_store %r, %y[%i * 3 + 8] : memref<?xf32>, vector<4xf32>
  }
  affine.for %i = max affine_map<(d0) -> (0, d0 floordiv 4 * 4)>(%n) to %n {
    %a = affine.load %x[%i * 3 + 1] : memref<?xf32>
    affine.store %a, %y[%i * 3] : memref<?xf32>
    %b = affine.load %x[%i * 3 + 2] : memref<?xf32>
    affine.store %b, %y[%i * 3 + 1] : memref<?xf32>
    %c = affine.load %x[%i * 3] : memref<?xf32>
    affine.store %c, %y[%i * 3 + 2] : memref<?xf32>
  }
  return
}

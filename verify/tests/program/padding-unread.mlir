// Lanes of padding may be computed on as long as nobody sees them.
// verdict: proved
func.func @f(%A: memref<3xf32>) {
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<3xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<3xf32>
  }
  return
}
// -----
func.func @f(%A: memref<3xf32>) {
  %P = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<3xf32>
    affine.store %a, %P[%i] : memref<4xf32>
  }
  %v = affine.vector_load %P[0] : memref<4xf32>, vector<4xf32>
  %w = arith.mulf %v, %v : vector<4xf32>
  affine.vector_store %w, %P[0] : memref<4xf32>, vector<4xf32>
  affine.for %i = 0 to 3 {
    %b = affine.load %P[%i] : memref<4xf32>
    affine.store %b, %A[%i] : memref<3xf32>
  }
  return
}

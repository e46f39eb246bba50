// against: mlir-opt-19 -affine-parallelize
// refuted: iterations 0 and 1 of a parallel loop touch cell 1
// Vectors that are stored overlap from one iteration to the next, but only their first lanes are looked at.
func.func @overlapping(%a: memref<4x8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    %v = affine.vector_load %a[%i, 0] : memref<4x8xf32>, vector<4xf32>
    affine.vector_store %v, %b[%i] : memref<8xf32>, vector<4xf32>
  }
  return
}

// verdict: proved
func.func @f(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %z = arith.constant 0.0 : f32
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @f(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %z = arith.constant 0.0 : f32
  affine.for %i = 1 to affine_map<()[s0] -> (((s0 - 2) floordiv 2) * 2 + 1)>()[%n] step 2 {
    affine.store %z, %A[%i] : memref<?xf32>
    affine.store %z, %A[%i + 1] : memref<?xf32>
  }
  affine.if affine_set<()[s0] : ((s0 - 2) mod 2 - 1 == 0, s0 - 2 >= 0)>()[%n] {
    affine.store %z, %A[symbol(%n) - 2] : memref<?xf32>
  }
  return
}

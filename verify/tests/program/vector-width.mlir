// Vectors of four, a scalar tail, and the tail's bound written with a modulus.
// verdict: equal
func.func @add(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %x = arith.addf %a, %b : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @add(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>()[%n] {
    %b = affine.load %B[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %b, %a : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

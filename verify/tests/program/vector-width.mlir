// Vectors of four, a scalar tail, and the tail's bound written with a modulus.
// verdict: proved
func.func @add(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %x = arith.addf %a, %b : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @add(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - s0 mod 4)>()[%n] step 4 {
    %b = affine.vector_load %B[%i] : memref<?xf32>, vector<4xf32>
    %a = affine.vector_load %A[%i] : memref<?xf32>, vector<4xf32>
    %x = arith.addf %b, %a : vector<4xf32>
    affine.vector_store %x, %A[%i] : memref<?xf32>, vector<4xf32>
  }
  affine.for %i = affine_map<()[s0] -> (s0 - s0 mod 4)>()[%n] to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %b, %a : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

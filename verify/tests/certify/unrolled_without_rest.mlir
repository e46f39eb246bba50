// refused: a value is computed otherwise
// wrong
func.func @first(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 floordiv 2) * 2)>()[%n] step 2 {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %t = arith.addf %b, %b : f32
    affine.store %t, %B[%i + 1] : memref<?xf32>
  }
  return
}

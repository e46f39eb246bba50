// refused: a term of a sum is none of the other sum
// model: reassoc
// wrong: where all are -0
func.func @first(%A: memref<?xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %s[0] : memref<1xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %first = affine.load %s[0] : memref<1xf32>
  %t = memref.alloca() : memref<4xf32>
  affine.for %l = 0 to 4 {
    affine.store %zero, %t[%l] : memref<4xf32>
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] step 4 {
    affine.for %l = 0 to 4 {
      %a = affine.load %A[%i + %l] : memref<?xf32>
      %c = affine.load %t[%l] : memref<4xf32>
      %d = arith.addf %a, %c : f32
      affine.store %d, %t[%l] : memref<4xf32>
    }
  }
  affine.for %i = affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %s[0] : memref<1xf32>
  }
  affine.for %l = 0 to 4 {
    %a = affine.load %t[%l] : memref<4xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %s[0] : memref<1xf32>
  }
  return
}

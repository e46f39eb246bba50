// refused: a term of a sum may be taken twice
// wrong
func.func @first(%A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  return
}
func.func @second(%A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %zero = arith.constant 0 : i32
  %first = affine.load %s[0] : memref<1xi32>
  %t = memref.alloca() : memref<4xi32>
  affine.for %l = 0 to 4 {
    affine.store %zero, %t[%l] : memref<4xi32>
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] step 4 {
    affine.for %l = 0 to 4 {
      %a = affine.load %A[%i + %l] : memref<?xi32>
      %c = affine.load %t[%l] : memref<4xi32>
      %d = arith.addi %a, %c : i32
      affine.store %d, %t[%l] : memref<4xi32>
    }
  }
  affine.for %i = affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] to %n {
    %a = affine.load %A[0] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  affine.for %l = 0 to 4 {
    %a = affine.load %t[%l] : memref<4xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  return
}

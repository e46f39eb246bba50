// refused: 
// wrong
func.func @first(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 2 {
    %a = affine.load %A[%i + 1] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  affine.store %zero, %s[0] : memref<1xi32>
  return
}
func.func @second(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %s[0] : memref<1xi32>
  %c0 = affine.load %s[0] : memref<1xi32>
  %a0 = affine.load %A[2] : memref<?xi32>
  %d0 = arith.addi %c0, %a0 : i32
  affine.store %d0, %s[0] : memref<1xi32>
  %c1 = affine.load %s[0] : memref<1xi32>
  %a1 = affine.load %A[1] : memref<?xi32>
  %d1 = arith.addi %c1, %a1 : i32
  affine.store %d1, %s[0] : memref<1xi32>
  return
}

// refused: 
// wrong
func.func @first(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[-%i + symbol(%n) - 1] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.addi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      affine.store %c, %s[0] : memref<1xi32>
    }
  }
  return
}

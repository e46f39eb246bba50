// certified
func.func @first(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.maxsi %c, %a : i32
    affine.store %d, %s[0] : memref<1xi32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %t = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 6, s0)>(%t)[%n] {
      %a = affine.load %A[%i] : memref<?xi32>
      %c = affine.load %s[0] : memref<1xi32>
      %d = arith.maxsi %c, %a : i32
      affine.store %d, %s[0] : memref<1xi32>
    }
  }
  return
}

// A triangle is exchanged; where its outer loop does not run, the rows at its ends are not outside of what it touches.
// arguments: i32 1x1x1!@0 6!@1 6x1!@2 13,3
func.func @kernel(%A0: memref<1x1x1xi32> {llvm.noalias}, %A1: memref<6xi32> {llvm.noalias}, %A2: memref<6x1xi32> {llvm.noalias}, %s: i32, %n: index, %m: index) {
  affine.for %i48 = 0 to affine_map<(d0, d1) -> (d0 * 1 + 0)>(%n, %m) {
    affine.for %i49 = affine_map<(d0, d1, d2) -> (d0 * 1 + -3)>(%i48, %n, %m) to 3 {
      %v3 = arith.constant 1 : i32
      affine.store %v3, %A1[%i49 * 1 + 0 + 3] : memref<6xi32>
      %v4 = affine.load %A1[%i49 * 1 + 0 + 3] : memref<6xi32>
      affine.store %v4, %A2[%i48 * 1 + 0, 0] : memref<6x1xi32>
    }
  }
  return
}

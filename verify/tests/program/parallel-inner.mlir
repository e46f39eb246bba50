// The outer loop is no race, the inner one is: every iteration of it adds to the same cell.
// verdict: refuted
// check: parallel loop touch cell 0
func.func @f(%A: memref<3x4xi32>, %s: memref<3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<3x4xi32>
      %y = affine.load %s[%i] : memref<3xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %s[%i] : memref<3xi32>
    }
  }
  return
}
// -----
func.func @f(%A: memref<3x4xi32>, %s: memref<3xi32>) {
  affine.parallel (%i) = (0) to (3) {
    affine.parallel (%j) = (0) to (4) {
      %x = affine.load %A[%i, %j] : memref<3x4xi32>
      %y = affine.load %s[%i] : memref<3xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %s[%i] : memref<3xi32>
    }
  }
  return
}

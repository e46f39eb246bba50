// Sums over all rectangles that begin at the corner of an image.
func.func @integral_image(%in: memref<512x512xi32> {llvm.noalias}, %S: memref<513x513xi32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %x = affine.load %in[%i, %j] : memref<512x512xi32>
      %up = affine.load %S[%i, %j + 1] : memref<513x513xi32>
      %left = affine.load %S[%i + 1, %j] : memref<513x513xi32>
      %both = affine.load %S[%i, %j] : memref<513x513xi32>
      %s0 = arith.addi %x, %up : i32
      %s1 = arith.addi %s0, %left : i32
      %s2 = arith.subi %s1, %both : i32
      affine.store %s2, %S[%i + 1, %j + 1] : memref<513x513xi32>
    }
  }
  return
}

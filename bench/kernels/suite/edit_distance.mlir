// The edit distance of two strings, the whole table.
func.func @edit_distance(%a: memref<1000xi32> {llvm.noalias}, %b: memref<1000xi32> {llvm.noalias},
                         %D: memref<1001x1001xi32> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 1 to 1001 {
    affine.for %j = 1 to 1001 {
      %x = affine.load %a[%i - 1] : memref<1000xi32>
      %y = affine.load %b[%j - 1] : memref<1000xi32>
      %differ = arith.cmpi ne, %x, %y : i32
      %cost = arith.select %differ, %one, %zero : i32
      %up = affine.load %D[%i - 1, %j] : memref<1001x1001xi32>
      %left = affine.load %D[%i, %j - 1] : memref<1001x1001xi32>
      %diagonal = affine.load %D[%i - 1, %j - 1] : memref<1001x1001xi32>
      %u = arith.addi %up, %one : i32
      %l = arith.addi %left, %one : i32
      %d = arith.addi %diagonal, %cost : i32
      %m = arith.minsi %u, %l : i32
      %r = arith.minsi %m, %d : i32
      affine.store %r, %D[%i, %j] : memref<1001x1001xi32>
    }
  }
  return
}

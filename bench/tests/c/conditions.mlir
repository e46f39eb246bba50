// Integer sets, and indices that divide.
func.func @conditions(%a: memref<7x9xi32>, %n: index) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %v = affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 - d0 - d1 * 2 >= 0)>(%i, %j)[%n] -> i32 {
        %q = affine.apply affine_map<(d0, d1) -> ((d0 - d1 * 5) floordiv 3)>(%i, %j)
        %c = arith.index_cast %q : index to i32
        affine.yield %c : i32
      } else {
        %q = affine.apply affine_map<(d0, d1) -> ((d1 - d0 * 5) ceildiv 4 - 2)>(%i, %j)
        %c = arith.index_cast %q : index to i32
        affine.yield %c : i32
      }
      %old = affine.load %a[%i, %j] : memref<7x9xi32>
      %new = arith.addi %old, %v : i32
      affine.store %new, %a[%i, %j] : memref<7x9xi32>
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %v, %a[%i, %j] : memref<7x9xi32>
      }
    }
  }
  return
}

// refused: a term of a sum
// wrong
// What looks ahead is read before its last term is taken.
func.func @first(%t: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %b = 0 to %n {
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%b)[%n] to %n {
      %own = affine.load %t[%n - %b - 1, %j] : memref<?x?xi32>
      %left = affine.load %t[%n - %b - 1, %j - 1] : memref<?x?xi32>
      %m = arith.maxsi %own, %left : i32
      affine.store %m, %t[%n - %b - 1, %j] : memref<?x?xi32>
      affine.for %k = affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%b)[%n] to affine_map<(d0) -> (d0)>(%j) {
        %old = affine.load %t[%n - %b - 1, %j] : memref<?x?xi32>
        %x = affine.load %t[%n - %b - 1, %k] : memref<?x?xi32>
        %y = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %sum = arith.addi %x, %y : i32
        %more = arith.maxsi %sum, %old : i32
        affine.store %more, %t[%n - %b - 1, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
func.func @second(%t: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %b = 0 to %n {
    affine.for %k = affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%b)[%n] to %n {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
        %old = affine.load %t[%n - %b - 1, %j] : memref<?x?xi32>
        %x = affine.load %t[%n - %b - 1, %k] : memref<?x?xi32>
        %y = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %sum = arith.addi %x, %y : i32
        %more = arith.maxsi %old, %sum : i32
        affine.store %more, %t[%n - %b - 1, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(d0, d1)[s0] : (d1 - s0 + d0 >= 0)>(%b, %k)[%n] {
        %left = affine.load %t[%n - %b - 1, %k - 1] : memref<?x?xi32>
        %own = affine.load %t[%n - %b - 1, %k] : memref<?x?xi32>
        %m = arith.maxsi %left, %own : i32
        affine.store %m, %t[%n - %b - 1, %k] : memref<?x?xi32>
      }
    }
  }
  return
}

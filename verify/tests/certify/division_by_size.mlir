// certified
// Where the loop runs its bound is positive, and the second divides where the first does.
func.func @first(%n: index, %A: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %s = arith.addi %i, %j : index
      %r = arith.remsi %s, %n : index
      %x = arith.index_cast %r : index to i32
      affine.store %x, %A[%i] : memref<?xi32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?xi32> {llvm.noalias}) {
  affine.for %t = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
      affine.for %j = 0 to %n {
        %s = arith.addi %i, %j : index
        %r = arith.remsi %s, %n : index
        %x = arith.index_cast %r : index to i32
        affine.store %x, %A[%i] : memref<?xi32>
      }
    }
  }
  return
}

// refused: a division by an index that may be no more than zero
// wrong
func.func @first(%n: index, %m: index, %A: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %r = arith.remsi %m, %m : index
    %x = arith.index_cast %r : index to i32
    affine.store %x, %A[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %m: index, %A: memref<?xi32> {llvm.noalias}) {
  %r = arith.remsi %m, %m : index
  %x = arith.index_cast %r : index to i32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  }
  return
}

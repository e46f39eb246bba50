// refused: a load of which it is not found which store it reads
// wrong
// Rows are longer than they are apart: the last store of a cell is another one.
func.func @first(%n: index, %m: index, %B: memref<?xi32> {llvm.noalias}) {
  affine.for %x = 0 to %n {
    affine.for %y = 0 to affine_map<(d0) -> (d0 + 1)>(%m) {
      %row = arith.muli %x, %m : index
      %at = arith.addi %row, %y : index
      %b = arith.index_cast %x : index to i32
      memref.store %b, %B[%at] : memref<?xi32>
    }
  }
  return
}
func.func @second(%n: index, %m: index, %B: memref<?xi32> {llvm.noalias}) {
  affine.for %y = 0 to affine_map<(d0) -> (d0 + 1)>(%m) {
    affine.for %x = 0 to %n {
      %row = arith.muli %x, %m : index
      %at = arith.addi %row, %y : index
      %b = arith.index_cast %x : index to i32
      memref.store %b, %B[%at] : memref<?xi32>
    }
  }
  return
}

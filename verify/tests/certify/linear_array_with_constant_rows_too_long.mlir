// refused: a value is computed otherwise
// wrong
// Rows of 33 elements are 32 apart: the last store of a cell is another one.
func.func @first(%n: index, %B: memref<?xi32> {llvm.noalias}) {
  affine.for %x = 0 to %n {
    affine.for %y = 0 to 33 {
      %b = arith.index_cast %x : index to i32
      affine.store %b, %B[%x * 32 + %y] : memref<?xi32>
    }
  }
  return
}
func.func @second(%n: index, %B: memref<?xi32> {llvm.noalias}) {
  affine.for %y = 0 to 33 {
    affine.for %x = 0 to %n {
      %b = arith.index_cast %x : index to i32
      affine.store %b, %B[%x * 32 + %y] : memref<?xi32>
    }
  }
  return
}

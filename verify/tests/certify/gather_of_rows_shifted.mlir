// refused: the second function may access memory that the first does not, or divide where it does not, for some data
// wrong
// The lanes are the elements from the one behind the subscript on.
func.func @first(%n: index, %m: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.index_cast %r : i32 to index
      %first = arith.muli %row, %m : index
      %at = arith.addi %first, %j : index
      %v = memref.load %x[%at] : memref<?xf32>
      affine.store %v, %out[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
func.func @second(%n: index, %m: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 step 8 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.index_cast %r : i32 to index
      %first = arith.muli %row, %m : index
      %one = arith.constant 1 : index
      %behind = arith.addi %j, %one : index
      %at = arith.addi %first, %behind : index
      %v = vector.load %x[%at] : memref<?xf32>, vector<8xf32>
      affine.vector_store %v, %out[%i, %j] : memref<?x64xf32>, vector<8xf32>
    }
  }
  return
}

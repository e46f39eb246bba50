// refused: the second function may access memory that the first does not, or divide where it does not, for some data
// wrong
// A subscript of 32 bits wraps around within a row.
func.func @first(%n: index, %m: i32, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.addi %r, %r : i32
      %first = arith.muli %row, %m : i32
      %column = arith.index_cast %j : index to i32
      %sum = arith.addi %first, %column : i32
      %at = arith.index_castui %sum : i32 to index
      %v = memref.load %x[%at] : memref<?xf32>
      affine.store %v, %out[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
func.func @second(%n: index, %m: i32, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 step 8 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.addi %r, %r : i32
      %first = arith.muli %row, %m : i32
      %column = arith.index_cast %j : index to i32
      %sum = arith.addi %first, %column : i32
      %at = arith.index_castui %sum : i32 to index
      %v = vector.load %x[%at] : memref<?xf32>, vector<8xf32>
      affine.vector_store %v, %out[%i, %j] : memref<?x64xf32>, vector<8xf32>
    }
  }
  return
}

// certified
// The same where C computes subscripts of `size_t`, which wrap around as addresses do.
func.func @first(%n: index, %m: i64, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.extsi %r : i32 to i64
      %first = arith.muli %row, %m : i64
      %column = arith.index_cast %j : index to i64
      %sum = arith.addi %first, %column : i64
      %at = arith.index_castui %sum : i64 to index
      %v = memref.load %x[%at] : memref<?xf32>
      affine.store %v, %out[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
func.func @second(%n: index, %m: i64, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32>, %out: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 step 8 {
      %r = affine.load %k[%i] : memref<?xi32>
      %row = arith.extsi %r : i32 to i64
      %first = arith.muli %row, %m : i64
      %column = arith.index_cast %j : index to i64
      %sum = arith.addi %first, %column : i64
      %at = arith.index_castui %sum : i64 to index
      %v = vector.load %x[%at] : memref<?xf32>, vector<8xf32>
      affine.vector_store %v, %out[%i, %j] : memref<?x64xf32>, vector<8xf32>
    }
  }
  return
}

// certified
func.func @first(%A: memref<?x16xi32>, %o: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %z = affine.load %o[%i] : memref<?xi32>
    %s = affine.for %j = 0 to 16 iter_args(%x = %z) -> (i32) {
      %p = affine.load %A[%i, %j] : memref<?x16xi32>
      %y = arith.maxsi %x, %p : i32
      affine.yield %y : i32
    }
    affine.store %s, %o[%i] : memref<?xi32>
  }
  return
}
func.func @second(%A: memref<?x16xi32>, %o: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %z = affine.load %o[%i] : memref<?xi32>
    %p = affine.vector_load %A[%i, 0] : memref<?x16xi32>, vector<16xi32>
    %r = vector.reduction <maxsi>, %p, %z : vector<16xi32> into i32
    affine.store %r, %o[%i] : memref<?xi32>
  }
  return
}

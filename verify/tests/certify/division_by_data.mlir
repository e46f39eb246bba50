// certified
// The same quotients, two at a time.
func.func @first(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  affine.for %i = 0 to %n {
    affine.for %l = 0 to 2 {
      %x = affine.load %A[%i * 2 + %l] : memref<?xi32>
      %q = arith.divsi %x, %d : i32
      affine.store %q, %B[%i * 2 + %l] : memref<?xi32>
    }
  }
  return
}
func.func @second(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  %v = vector.broadcast %d : i32 to vector<2xi32>
  affine.for %i = 0 to %n {
    %x = affine.vector_load %A[%i * 2] : memref<?xi32>, vector<2xi32>
    %q = arith.divsi %x, %v : vector<2xi32>
    affine.vector_store %q, %B[%i * 2] : memref<?xi32>, vector<2xi32>
  }
  return
}

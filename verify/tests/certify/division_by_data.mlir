// certified
// The same quotients, two at a time where there are as many.
func.func @first(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %q = arith.divsi %x, %d : i32
    affine.store %q, %B[%i] : memref<?xi32>
  }
  return
}
#whole = affine_map<()[s0] -> ((s0 floordiv 2) * 2)>
func.func @second(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index, %d: i32) {
  %v = vector.broadcast %d : i32 to vector<2xi32>
  affine.for %i = 0 to #whole()[%n] step 2 {
    %x = affine.vector_load %A[%i] : memref<?xi32>, vector<2xi32>
    %q = arith.divsi %x, %v : vector<2xi32>
    affine.vector_store %q, %B[%i] : memref<?xi32>, vector<2xi32>
  }
  affine.for %i = #whole()[%n] to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %q = arith.divsi %x, %d : i32
    affine.store %q, %B[%i] : memref<?xi32>
  }
  return
}

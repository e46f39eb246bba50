// certified
func.func @first(%n: i32, %A: memref<?x8xf32> {llvm.noalias}, %s: memref<?xf32> {llvm.noalias}) {
  %m = arith.index_cast %n : i32 to index
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x8xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: i32, %A: memref<?x8xf32> {llvm.noalias}, %s: memref<?xf32> {llvm.noalias}) {
  %m = arith.index_cast %n : i32 to index
  affine.for %j = 0 to %m {
    %a = affine.load %A[0, %j] : memref<?x8xf32>
    %v = vector.broadcast %a : f32 to vector<2xf32>
    %b = affine.load %A[1, %j] : memref<?x8xf32>
    %w = vector.insert %b, %v [1] : f32 into vector<2xf32>
    %x = affine.vector_load %s[0] : memref<?xf32>, vector<2xf32>
    %c = arith.addf %w, %x : vector<2xf32>
    affine.vector_store %c, %s[0] : memref<?xf32>, vector<2xf32>
  }
  return
}

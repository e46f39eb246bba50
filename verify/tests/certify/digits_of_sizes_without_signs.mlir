// certified
// The sign of the first size does not matter: where it is negative neither runs.
func.func @first(%h: i32, %w: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %h_0 = arith.index_cast %h : i32 to index
  %w_0 = arith.index_castui %w : i32 to index
  %n = arith.muli %h_0, %w_0 : index
  affine.for %p = 0 to %n {
    %j = arith.remsi %p, %w_0 : index
    %x = memref.load %X[%j] : memref<?xf32>
    affine.store %x, %Y[%p] : memref<?xf32>
  }
  return
}
func.func @second(%h: i32, %w: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %h_0 = arith.index_cast %h : i32 to index
  %w_0 = arith.index_castui %w : i32 to index
  affine.for %i = 0 to %h_0 {
    affine.for %j = 0 to %w_0 {
      %x = affine.load %X[%j] : memref<?xf32>
      affine.store %x, %Y[%i * symbol(%w_0) + %j] : memref<?xf32>
    }
  }
  return
}

// refused: 
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %w: index, %h: index, %s: f32) {
  %n = arith.muli %w, %h : index
  affine.for %i = 0 to %n {
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %w: index, %h: index, %s: f32) {
  affine.for %i = 0 to %h {
    affine.for %j = 0 to %w {
      affine.store %s, %A[%i * symbol(%w) + %j] : memref<?xf32>
    }
  }
  return
}

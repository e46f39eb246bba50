// refused: 
func.func @first(%A: memref<?xf32> {llvm.noalias}, %n: index, %C: index, %H: index, %x: f32) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %C, %H : index
    affine.for %j = 0 to 4 {
      memref.store %x, %A[%q] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %n: index, %C: index, %H: index, %x: f32) {
  %q = arith.divsi %C, %H : index
  affine.for %i = 0 to %n {
    memref.store %x, %A[%q] : memref<?xf32>
  }
  return
}

// refused: 
func.func @first(%A: memref<?xf32> {llvm.noalias}, %n: index, %C: i32, %H: i32, %x: f32) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %C, %H : i32
    %s = arith.index_cast %q : i32 to index
    affine.for %j = 0 to 4 {
      memref.store %x, %A[%s] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %n: index, %C: i32, %H: i32, %x: f32) {
  %q = arith.divsi %C, %H : i32
  %s = arith.index_cast %q : i32 to index
  affine.for %i = 0 to %n {
    memref.store %x, %A[%s] : memref<?xf32>
  }
  return
}

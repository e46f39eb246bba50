// refused: may wrap around
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %x: f32, %m: i32, %n: i32) {
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %far = arith.constant 1000 : index
  scf.for %i = %m to %n step %one : i32 {
    %quarter = arith.divsi %i, %four : i32
    %at = arith.index_cast %quarter : i32 to index
    %to = arith.addi %at, %far : index
    memref.store %x, %A[%to] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %x: f32, %m: i32, %n: i32) {
  %from = arith.index_cast %m : i32 to index
  %size = arith.index_cast %n : i32 to index
  affine.for %i = %from to %size {
    affine.store %x, %A[%i floordiv 4 + 1000] : memref<?xf32>
  }
  return
}

// refused: may wrap around
func.func @first(%A: memref<10xf32> {llvm.noalias}, %x: f32, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k : i32
    %at = arith.index_cast %sum : i32 to index
    memref.store %x, %A[%at] : memref<10xf32>
  }
  return
}
func.func @second(%A: memref<10xf32> {llvm.noalias}, %x: f32, %k: i32, %n: i32) {
  %from = arith.index_cast %k : i32 to index
  %size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %size {
    affine.store %x, %A[%i + symbol(%from)] : memref<10xf32>
  }
  return
}

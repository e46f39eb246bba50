// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %n: i32, %s: f32) {
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %less = arith.subi %n, %one overflow<nsw> : i32
  %half = arith.divsi %less, %two : i32
  %m = arith.index_cast %half : i32 to index
  affine.for %i = 0 to %m {
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %n: i32, %s: f32) {
  %N = arith.index_cast %n : i32 to index
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 - 1) floordiv 2)>()[%N] {
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}

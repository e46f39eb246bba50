// refused: a value is computed otherwise
// wrong
// Remainders by different numbers may be equal where neither is zero.
func.func @first(%n: i32, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  %m = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: i32, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  %m = arith.index_cast %n : i32 to index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.remsi %m, %c2 : index
  %other = arith.remsi %m, %c4 : index
  %are_equal = arith.cmpi eq, %one, %other : index
  scf.if %are_equal {
    affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%m] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to %m {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

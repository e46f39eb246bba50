// refused: a load reads another cell
// wrong
// The last element follows the last one.
func.func @first(%n: i32, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  %m = arith.index_cast %n : i32 to index
  affine.for %x = 0 to %m {
    %i = arith.index_cast %x : index to i32
    %c1 = arith.constant 1 : i32
    %next = arith.addi %i, %c1 overflow<nsw> : i32
    %r = arith.remsi %next, %n : i32
    %k = arith.index_cast %r : i32 to index
    %l = memref.load %in[%k] : memref<?xf32>
    affine.store %l, %out[%x] : memref<?xf32>
  }
  return
}
func.func @second(%n: i32, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  %m = arith.index_cast %n : i32 to index
  affine.for %x = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
    %l = affine.load %in[%x + 1] : memref<?xf32>
    affine.store %l, %out[%x] : memref<?xf32>
  }
  affine.for %x = max affine_map<()[s0] -> (0, s0 - 1)>()[%m] to %m {
    %l = affine.load %in[%x] : memref<?xf32>
    affine.store %l, %out[%x] : memref<?xf32>
  }
  return
}

// How often each value of a byte occurs.
func.func @histogram(%in: memref<65536xi8> {llvm.noalias}, %count: memref<256xi32> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 65536 {
    %v = affine.load %in[%i] : memref<65536xi8>
    %bin = arith.index_castui %v : i8 to index
    %old = memref.load %count[%bin] : memref<256xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %count[%bin] : memref<256xi32>
  }
  return
}

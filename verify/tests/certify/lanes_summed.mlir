// certified
func.func @first(%A: memref<64xi32>, %B: memref<64xi32>, %o: memref<1xi32> {llvm.noalias}) {
  %z = arith.constant 0 : i32
  %s = affine.for %i = 0 to 64 iter_args(%x = %z) -> (i32) {
    %p = affine.load %A[%i] : memref<64xi32>
    %q = affine.load %B[%i] : memref<64xi32>
    %m = arith.muli %p, %q : i32
    %y = arith.addi %x, %m : i32
    affine.yield %y : i32
  }
  affine.store %s, %o[0] : memref<1xi32>
  return
}
func.func @second(%A: memref<64xi32>, %B: memref<64xi32>, %o: memref<1xi32> {llvm.noalias}) {
  %z = arith.constant dense<0> : vector<8xi32>
  %s = affine.for %i = 0 to 64 step 8 iter_args(%x = %z) -> (vector<8xi32>) {
    %p = affine.vector_load %A[%i] : memref<64xi32>, vector<8xi32>
    %q = affine.vector_load %B[%i] : memref<64xi32>, vector<8xi32>
    %m = arith.muli %p, %q : vector<8xi32>
    %y = arith.addi %x, %m : vector<8xi32>
    affine.yield %y : vector<8xi32>
  }
  %r = vector.reduction <add>, %s : vector<8xi32> into i32
  affine.store %r, %o[0] : memref<1xi32>
  return
}

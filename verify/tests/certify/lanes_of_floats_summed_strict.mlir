// refused: a reduction in an order
// wrong
func.func @first(%A: memref<64xf32>, %B: memref<64xf32>, %o: memref<1xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 64 iter_args(%x = %z) -> (f32) {
    %p = affine.load %A[%i] : memref<64xf32>
    %q = affine.load %B[%i] : memref<64xf32>
    %m = arith.mulf %p, %q : f32
    %y = arith.addf %x, %m : f32
    affine.yield %y : f32
  }
  affine.store %s, %o[0] : memref<1xf32>
  return
}
func.func @second(%A: memref<64xf32>, %B: memref<64xf32>, %o: memref<1xf32> {llvm.noalias}) {
  %z = arith.constant dense<0.0> : vector<8xf32>
  %s = affine.for %i = 0 to 64 step 8 iter_args(%x = %z) -> (vector<8xf32>) {
    %p = affine.vector_load %A[%i] : memref<64xf32>, vector<8xf32>
    %q = affine.vector_load %B[%i] : memref<64xf32>, vector<8xf32>
    %m = arith.mulf %p, %q : vector<8xf32>
    %y = arith.addf %x, %m : vector<8xf32>
    affine.yield %y : vector<8xf32>
  }
  %r = vector.reduction <add>, %s : vector<8xf32> into f32
  affine.store %r, %o[0] : memref<1xf32>
  return
}

// The gates of an LSTM cell, products of flat weights with the input and the state, before their activations.
func.func @lstm_cell(%W: memref<262144xf32> {llvm.noalias}, %U: memref<262144xf32> {llvm.noalias},
                     %x: memref<256xf32> {llvm.noalias}, %h: memref<256xf32> {llvm.noalias},
                     %bias: memref<1024xf32> {llvm.noalias}, %gates: memref<1024xf32> {llvm.noalias}) {
  affine.for %g = 0 to 1024 {
    %start = affine.load %bias[%g] : memref<1024xf32>
    %sum = affine.for %k = 0 to 256 iter_args(%s = %start) -> (f32) {
      %w = affine.load %W[%g * 256 + %k] : memref<262144xf32>
      %a = affine.load %x[%k] : memref<256xf32>
      %u = affine.load %U[%g * 256 + %k] : memref<262144xf32>
      %b = affine.load %h[%k] : memref<256xf32>
      %p = arith.mulf %w, %a : f32
      %q = arith.mulf %u, %b : f32
      %r = arith.addf %p, %q : f32
      %t = arith.addf %s, %r : f32
      affine.yield %t : f32
    }
    affine.store %sum, %gates[%g] : memref<1024xf32>
  }
  return
}

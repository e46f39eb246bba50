// A finite impulse response filter of 32 taps, each output summed in a loop-carried value.
func.func @fir(%x: memref<65567xf32> {llvm.noalias}, %h: memref<32xf32> {llvm.noalias},
               %y: memref<65536xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 65536 {
    %sum = affine.for %k = 0 to 32 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %x[%i + %k] : memref<65567xf32>
      %b = affine.load %h[%k] : memref<32xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    affine.store %sum, %y[%i] : memref<65536xf32>
  }
  return
}

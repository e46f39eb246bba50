// test: agree
// run: @sum(5x8, 5)
// run: @sum(5x8, 0)
// run: @sum(5x8, 1)
// run: @sum(0x8, 0)

// A loop-carried float, in order; a loop that may not run at all.
func.func @sum(%A: memref<?x8xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f32) {
    %x = affine.load %A[%i, 3] : memref<?x8xf32>
    %y = arith.addf %acc, %x : f32
    affine.yield %y : f32
  }
  return %sum : f32
}

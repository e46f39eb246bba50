// test: ir cpu=x86-64-v4

// The last iteration at which a condition holds is the greatest one: lanes of it are computed side by side.
func.func @last(%a: memref<1000xf32>, %out: memref<1xi32>) {
  %none = arith.constant -1 : i32
  %half = arith.constant 0.5 : f32
  %r = affine.for %i = 0 to 1000 iter_args(%j = %none) -> (i32) {
    %x = affine.load %a[%i] : memref<1000xf32>
    %c = arith.cmpf olt, %x, %half : f32
    %p = arith.index_cast %i : index to i32
    %jj = arith.select %c, %p, %j : i32
    affine.yield %jj : i32
  }
  affine.store %r, %out[0] : memref<1xi32>
  return
}
// check: fcmp olt <
// check: llvm.smax.v
// check: llvm.vector.reduce.smax

// test: ir cpu=x86-64-v3

// The greatest and its place are found in lanes, which are kept in registers.
func.func @greatest(%a: memref<1000xf32>, %out: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %first = affine.load %a[0] : memref<1000xf32>
  %m, %at = affine.for %i = 1 to 1000 iter_args(%m = %first, %at = %zero) -> (f32, i32) {
    %x = affine.load %a[%i] : memref<1000xf32>
    %c = arith.cmpf ogt, %x, %m : f32
    %p = arith.index_cast %i : index to i32
    %n = arith.select %c, %x, %m : f32
    %j = arith.select %c, %p, %at : i32
    affine.yield %n, %j : f32, i32
  }
  affine.store %at, %out[0] : memref<1xi32>
  return
}
// check: phi <32 x float>
// check: fcmp ogt <8 x float>
// not: alloca

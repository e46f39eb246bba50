// Bounds that depend on outer loops, steps, carried values, minima and maxima.
func.func @loops(%n: index, %a: memref<?x16xf64> {llvm.noalias}, %b: memref<16xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %total = affine.for %i = 0 to %n iter_args(%sum = %zero) -> (f64) {
    %row = affine.for %j = max affine_map<(d0) -> (d0 mod 4, 1)>(%i)
                   to min affine_map<(d0) -> (16, d0 + 3)>(%i) step 2 iter_args(%inner = %sum) -> (f64) {
      %x = affine.load %a[%i, (%j * 3 + 1) mod 16] : memref<?x16xf64>
      %y = affine.load %b[(%j - %i) mod 16] : memref<16xf64>
      %p = arith.mulf %x, %y : f64
      %s = arith.addf %inner, %p : f64
      affine.store %s, %a[%i, 15 - %j] : memref<?x16xf64>
      affine.yield %s : f64
    }
    affine.yield %row : f64
  }
  %first, %second = affine.for %i = 0 to 5 iter_args(%x = %total, %y = %zero) -> (f64, f64) {
    affine.yield %y, %x : f64, f64
  }
  affine.store %first, %b[0] : memref<16xf64>
  return %second : f64
}

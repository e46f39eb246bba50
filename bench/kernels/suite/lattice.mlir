// One step of a lattice method with nine directions: streaming from the neighbours, then relaxation.
func.func @lattice(%f: memref<9x130x130xf64> {llvm.noalias}, %g: memref<9x128x128xf64> {llvm.noalias},
                   %weight: memref<9xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %omega = arith.constant 0.6 : f64
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %density = affine.for %q = 0 to 9 iter_args(%s = %zero) -> (f64) {
        %a = affine.load %f[%q, %i + %q floordiv 3, %j + %q mod 3] : memref<9x130x130xf64>
        %t = arith.addf %s, %a : f64
        affine.yield %t : f64
      }
      affine.for %q = 0 to 9 {
        %a = affine.load %f[%q, %i + %q floordiv 3, %j + %q mod 3] : memref<9x130x130xf64>
        %w = affine.load %weight[%q] : memref<9xf64>
        %e = arith.mulf %w, %density : f64
        %d = arith.subf %e, %a : f64
        %r = arith.mulf %d, %omega : f64
        %n = arith.addf %a, %r : f64
        affine.store %n, %g[%q, %i, %j] : memref<9x128x128xf64>
      }
    }
  }
  return
}

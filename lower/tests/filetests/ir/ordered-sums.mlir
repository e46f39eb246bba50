// test: ir cpu=x86-64-v3

// Squares are computed four at once, and summed one after the other.
func.func @residual(%u: memref<4096xf64> {llvm.noalias}, %f: memref<4096xf64> {llvm.noalias}, %v: memref<4096xf64> {llvm.noalias}) -> f64
    attributes {passthrough = ["ovolo-ordered-sums"]} {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %r = affine.for %i = 1 to 4095 iter_args(%sum = %zero) -> f64 {
    %a = affine.load %u[%i - 1] : memref<4096xf64>
    %b = affine.load %u[%i + 1] : memref<4096xf64>
    %g = affine.load %f[%i] : memref<4096xf64>
    %c = affine.load %u[%i] : memref<4096xf64>
    %s = arith.addf %a, %b : f64
    %d = arith.subf %s, %g : f64
    %t = arith.mulf %d, %half : f64
    affine.store %t, %v[%i] : memref<4096xf64>
    %e = arith.subf %t, %c : f64
    %q = arith.mulf %e, %e : f64
    %next = arith.addf %sum, %q : f64
    affine.yield %next : f64
  }
  return %r : f64
}
// check: fmul <4 x double>
// check: call double @llvm.vector.reduce.fadd
// not: reassoc

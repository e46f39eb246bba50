// test: ir cpu=x86-64-v3

// What a sum is lessened by is computed four at once, and subtracted one after the other: LLVM adds lanes in order, and subtracts none.
func.func @potential(%x: memref<4096xf64> {llvm.noalias}, %at: f64) -> f64
    attributes {passthrough = ["ovolo-ordered-sums"]} {
  %zero = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to 4096 iter_args(%sum = %zero) -> f64 {
    %a = affine.load %x[%i] : memref<4096xf64>
    %d = arith.subf %a, %at : f64
    %s = math.sqrt %d : f64
    %t = arith.divf %a, %s : f64
    %next = arith.subf %sum, %t : f64
    affine.yield %next : f64
  }
  return %r : f64
}
// check: fdiv <4 x double>
// check: call double @llvm.vector.reduce.fadd
// not: reassoc

// against: mlir-opt-19 -affine-loop-coalescing
// fails: signal 11
// An inner loop that hands a value on: the pass crashes.
func.func @carried(%n: index, %m: index, %a: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %last = affine.for %j = 0 to %m iter_args(%s = %zero) -> (f32) {
      affine.store %s, %a[%i, %j] : memref<?x?xf32>
      %x = arith.addf %s, %s : f32
      affine.yield %x : f32
    }
  }
  return
}

// against: mlir-opt-19 -affine-loop-unroll=unroll-factor=2
// refuted: @two_values
// Two values handed on that begin with the same value: the loop that is left over takes one for the other.
func.func @two_values(%a: memref<5xi32>) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r:2 = affine.for %i = 0 to 5 iter_args(%sum = %one, %product = %one) -> (i32, i32) {
    %x = affine.load %a[%i] : memref<5xi32>
    %s = arith.addi %sum, %x : i32
    %p = arith.muli %product, %x : i32
    affine.yield %s, %p : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

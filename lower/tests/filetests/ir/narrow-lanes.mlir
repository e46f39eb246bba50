// test: ir cpu=x86-64-v3

// As many bytes are compared at once as a register has, and not as many as it has words of the sum.
func.func @count(%a: memref<4096xi8>, %b: memref<4096xi8>) -> i32
    attributes {passthrough = ["ovolo-narrow-lanes"]} {
  %zero = arith.constant 0 : i32
  %n = affine.for %i = 0 to 4096 iter_args(%n = %zero) -> i32 {
    %x = affine.load %a[%i] : memref<4096xi8>
    %y = affine.load %b[%i] : memref<4096xi8>
    %same = arith.cmpi eq, %x, %y : i8
    %one = arith.extui %same : i1 to i32
    %s = arith.addi %n, %one : i32
    affine.yield %s : i32
  }
  return %n : i32
}
// check: icmp eq <32 x i8>

// test: ir cpu=x86-64-v3

// What a recurrence waits for stays in registers of their own, and is not put together to a vector for each iteration.
func.func @biquad(%x: memref<4096xi32> {llvm.noalias}, %y: memref<4096xi32> {llvm.noalias}, %c: memref<4xi32> {llvm.noalias})
    attributes {passthrough = ["ovolo-only-loops"]} {
  %zero = arith.constant 0 : i32
  %bits = arith.constant 30 : i64
  affine.for %i = 0 to 4096 iter_args(%x1 = %zero, %x2 = %zero, %y1 = %zero, %y2 = %zero) -> (i32, i32, i32, i32) {
    %c0 = affine.load %c[0] : memref<4xi32>
    %c1 = affine.load %c[1] : memref<4xi32>
    %c2 = affine.load %c[2] : memref<4xi32>
    %c3 = affine.load %c[3] : memref<4xi32>
    %a0 = arith.extsi %c0 : i32 to i64
    %a1 = arith.extsi %c1 : i32 to i64
    %a2 = arith.extsi %c2 : i32 to i64
    %a3 = arith.extsi %c3 : i32 to i64
    %b0 = arith.extsi %x1 : i32 to i64
    %b1 = arith.extsi %x2 : i32 to i64
    %b2 = arith.extsi %y1 : i32 to i64
    %b3 = arith.extsi %y2 : i32 to i64
    %p0 = arith.muli %a0, %b0 : i64
    %p1 = arith.muli %a1, %b1 : i64
    %p2 = arith.muli %a2, %b2 : i64
    %p3 = arith.muli %a3, %b3 : i64
    %s1 = arith.addi %p0, %p1 : i64
    %s2 = arith.addi %s1, %p2 : i64
    %s3 = arith.addi %s2, %p3 : i64
    %shifted = arith.shrsi %s3, %bits : i64
    %out = arith.trunci %shifted : i64 to i32
    affine.store %out, %y[%i] : memref<4096xi32>
    %in = affine.load %x[%i] : memref<4096xi32>
    affine.yield %in, %x1, %out, %y1 : i32, i32, i32, i32
  }
  return
}
// check: mul
// not: x i32>
// not: x i64>

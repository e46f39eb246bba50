// against: mlir-opt-19 -affine-loop-coalescing
// refuted: @negative
// The product of two negative sizes is positive: loops that do not run become one that does.
func.func @negative(%n: index, %m: index, %a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %zero, %a[0] : memref<4xi32>
    }
  }
  return
}

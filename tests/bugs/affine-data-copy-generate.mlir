// against: mlir-opt-19 -affine-data-copy-generate=generate-dma=false
// refuted: @unfilled
// The buffer that is copied back has cells that nothing was copied into, where the store is under a condition.
func.func @unfilled(%a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %zero, %a[%i] : memref<4xi32>
    }
  }
  return
}

// against: mlir-opt-19 -affine-data-copy-generate=generate-dma=false
// fails: the bound has no result
// The loop that fills the buffer goes from the greatest to the least of no numbers.
func.func @no_bound(%a: memref<2x2xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %j = affine_map<(d0) -> (d0 * 2)>(%i) to affine_map<(d0) -> (d0 * 2 + 2)>(%i) {
      %x = affine.load %a[%j floordiv 2, %j mod 2] : memref<2x2xf32>
      affine.store %x, %b[%j] : memref<4xf32>
    }
  }
  return
}

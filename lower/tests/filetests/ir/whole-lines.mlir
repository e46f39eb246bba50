// test: ir cpu=x86-64-v4

// The rows of the image begin anywhere in a line: what is stored up to the next one is a masked vector, and so is what is left at the end.
func.func @blur(%in: memref<512x513xf32> {llvm.noalias}, %out: memref<512x513xf32> {llvm.noalias})
    attributes {passthrough = ["ovolo-whole-lines"]} {
  affine.for %y = 0 to 512 {
    affine.for %x = 1 to 512 {
      %a = affine.load %in[%y, %x] : memref<512x513xf32>
      %b = affine.load %in[%y, %x - 1] : memref<512x513xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %out[%y, %x] : memref<512x513xf32>
    }
  }
  return
}
// check: ptrtoint
// check: llvm.masked.store.v16f32
// check: store <16 x float>
// check: llvm.masked.store.v16f32

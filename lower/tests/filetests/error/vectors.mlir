// test: error
func.func @three(%A: memref<4xvector<3xf32>>) {
// error: cannot lower `func.func`: memrefs of vectors whose bytes are no power of two are not supported
  return
}

// test: error
func.func @f(%t: memref<*xf32>) {
// error: cannot lower `func.func`: unranked memrefs are not supported
  return
}

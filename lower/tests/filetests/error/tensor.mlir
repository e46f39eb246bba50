// test: error
func.func @f(%t: tensor<4xf32>) {
// error: cannot lower `func.func`: only integers, floats, vectors of them, and memrefs are supported
  return
}

// test: error
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
// error: cannot lower `func.func`: only integers, floats, vectors of them, and memrefs are supported
  %a = arith.addf %t, %t : tensor<4xf32>
  return %a : tensor<4xf32>
}

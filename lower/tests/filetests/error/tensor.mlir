// test: error
func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
// error: cannot lower `func.func`: only integers, floats, vectors of them, and memrefs are supported
  %a = scf.if %c -> tensor<4xf32> {
    scf.yield %t : tensor<4xf32>
  } else {
    %b = arith.addf %t, %t : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %a : tensor<4xf32>
}

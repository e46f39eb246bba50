// The results change places: what one function computes in its argument the other computes elsewhere.
// verdict: refuted
func.func @f(%A: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %x = linalg.map { arith.muli } ins(%A, %A : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>)
  %y = linalg.map { arith.addi } ins(%A, %A : tensor<4xi32>, tensor<4xi32>) outs(%A : tensor<4xi32>)
  return %x, %y : tensor<4xi32>, tensor<4xi32>
}
// -----
func.func @f(%A: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %x = linalg.map { arith.muli } ins(%A, %A : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>)
  %y = linalg.map { arith.addi } ins(%A, %A : tensor<4xi32>, tensor<4xi32>) outs(%A : tensor<4xi32>)
  return %y, %x : tensor<4xi32>, tensor<4xi32>
}

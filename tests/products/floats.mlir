// fp: contract
// @contracted: kept products of matrices of floats are taken in another order under --fp reassoc, or where each multiplication and addition has fastmath<reassoc>
func.func @contracted(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%z : tensor<6x4xf32>) -> tensor<6x4xf32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// What extents are, and so what products cost, is known when the program runs.
// @unknown: kept a factor that is computed by itself: which order of products is cheapest is not known: an extent is not
func.func @unknown(%A: tensor<?x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %z: tensor<?x4xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %p = linalg.matmul ins(%A, %B : tensor<?x5xi32>, tensor<5x4xi32>) outs(%z : tensor<?x4xi32>) -> tensor<?x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<?x4xi32>, tensor<4xi32>) outs(%y : tensor<?xi32>) -> tensor<?xi32>
  return %q : tensor<?xi32>
}

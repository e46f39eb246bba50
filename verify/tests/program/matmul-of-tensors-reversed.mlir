// The sums of a product of matrices, taken from the last term on, are other floats.
// verdict: refuted
// verdict reassoc: proved
func.func @f(%A: tensor<2x3xf32>, %B: tensor<3x2xf32>, %C: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<2x3xf32>, tensor<3x2xf32>) outs(%C : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
// -----
func.func @f(%A: tensor<2x3xf32>, %B: tensor<3x2xf32>, %C: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, 2 - k)>, affine_map<(i, j, k) -> (2 - k, j)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%A, %B, %B : tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>) outs(%C : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %unread: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

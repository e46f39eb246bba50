// A named operation is the loops of its definition, whatever their order and that of the factors.
// verdict: proved
func.func @f(%A: tensor<?x3xf32>, %B: tensor<3x2xf32>, %C: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<?x3xf32>, tensor<3x2xf32>) outs(%C : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}
// -----
func.func @f(%A: tensor<?x3xf32>, %B: tensor<3x2xf32>, %C: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>, affine_map<(k, i, j) -> (i, j)>],
    iterator_types = ["reduction", "parallel", "parallel"]
  } ins(%A, %B : tensor<?x3xf32>, tensor<3x2xf32>) outs(%C : tensor<?x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// fp: reassoc
// Whatever the operations say.
// @granted: A * (B * x)
func.func @granted(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// RUN: simplify
// A convolution of 1x1 is a product of two matrices; what is computed of its elements follows it, as one operation.
func.func @pointwise(%x: tensor<1x2x3x4xf32>, %b: tensor<5xf32>) -> tensor<1x5x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<5x2x1x1xf32>
  %e = tensor.empty() : tensor<1x5x3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x3x4xf32>) -> tensor<1x5x3x4xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x3x4xf32>, tensor<5x2x1x1xf32>) outs(%f : tensor<1x5x3x4xf32>) -> tensor<1x5x3x4xf32>
  %l = linalg.broadcast ins(%b : tensor<5xf32>) outs(%e : tensor<1x5x3x4xf32>) dimensions = [0, 2, 3]
  %s = linalg.map { arith.addf } ins(%c, %l : tensor<1x5x3x4xf32>, tensor<1x5x3x4xf32>) outs(%e : tensor<1x5x3x4xf32>)
  %r = linalg.map { math.absf } ins(%s : tensor<1x5x3x4xf32>) outs(%e : tensor<1x5x3x4xf32>)
  return %r : tensor<1x5x3x4xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> ()>
// #map1 = affine_map<(d0, d1) -> (d0, d1)>
// #map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
// #map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
// #map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
// #map5 = affine_map<(d0, d1) -> (d0)>
// module {
//   func.func @pointwise(%x: tensor<1x2x3x4xf32>, %b: tensor<5xf32>) -> tensor<1x5x3x4xf32> {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = tensor.empty() : tensor<5x12xf32>
//     %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%zero : f32) outs(%0 : tensor<5x12xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     } -> tensor<5x12xf32>
//     %2 = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<1x2x3x4xf32> into tensor<2x12xf32>
//     %3 = arith.constant dense<1.000000e+00> : tensor<5x2xf32>
//     %4 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2, %3 : tensor<2x12xf32>, tensor<5x2xf32>) outs(%1 : tensor<5x12xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %8 = arith.mulf %arg0, %arg1 : f32
//       %9 = arith.addf %arg2, %8 : f32
//       linalg.yield %9 : f32
//     } -> tensor<5x12xf32>
//     %5 = tensor.empty() : tensor<5x12xf32>
//     %6 = linalg.generic {indexing_maps = [#map5, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%b, %4 : tensor<5xf32>, tensor<5x12xf32>) outs(%5 : tensor<5x12xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %8 = arith.addf %arg1, %arg0 : f32
//       %9 = math.absf %8 : f32
//       linalg.yield %9 : f32
//     } -> tensor<5x12xf32>
//     %7 = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [1, 5, 3, 4] : tensor<5x12xf32> into tensor<1x5x3x4xf32>
//     return %7 : tensor<1x5x3x4xf32>
//   }
// }

// -----
// Weights in another order are weights. What two read stays, and so does what is read several times for one result.
func.func @weights(%x: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %t = tensor.empty() : tensor<3x2xf32>
  %v = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
  %d = tensor.empty() : tensor<2x3xf32>
  %y = linalg.map { math.absf } ins(%x : tensor<2x3xf32>) outs(%d : tensor<2x3xf32>)
  %z = linalg.map { math.sqrt } ins(%y : tensor<2x3xf32>) outs(%d : tensor<2x3xf32>)
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = linalg.matmul ins(%y, %v : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %p, %z : tensor<2x2xf32>, tensor<2x3xf32>
}
// EXPECTED
// module {
//   func.func @weights(%x: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x3xf32>) {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = arith.constant dense<[[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
//     %d = tensor.empty() : tensor<2x3xf32>
//     %y = linalg.map { math.absf } ins(%x : tensor<2x3xf32>) outs(%d : tensor<2x3xf32>)
//     %z = linalg.map { math.sqrt } ins(%y : tensor<2x3xf32>) outs(%d : tensor<2x3xf32>)
//     %e = tensor.empty() : tensor<2x2xf32>
//     %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
//     %p = linalg.matmul ins(%y, %0 : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
//     return %p, %z : tensor<2x2xf32>, tensor<2x3xf32>
//   }
// }

// -----
// A loop whose number is asked for stays a loop of its own, but for one of one iteration; a sum over one element is that.
func.func @numbered(%x: tensor<1x3x4xf32>) -> (tensor<1x3x4xindex>, tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<1x3x4xindex>
  %i = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
    outs(%e : tensor<1x3x4xindex>) {
  ^bb0(%o: index):
    %a = linalg.index 0 : index
    %b = linalg.index 2 : index
    %s = arith.addi %a, %b : index
    linalg.yield %s : index
  } -> tensor<1x3x4xindex>
  %zero = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%t : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<1x3x4xf32>) outs(%f : tensor<3x4xf32>) dimensions = [0]
  return %i, %r : tensor<1x3x4xindex>, tensor<3x4xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0) -> ()>
// #map2 = affine_map<(d0) -> (d0)>
// module {
//   func.func @numbered(%x: tensor<1x3x4xf32>) -> (tensor<1x3x4xindex>, tensor<3x4xf32>) {
//     %0 = tensor.empty() : tensor<3x4xindex>
//     %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x4xindex>) {
//     ^bb0(%arg0: index):
//       %8 = arith.constant 0 : index
//       %9 = linalg.index 1 : index
//       %s = arith.addi %8, %9 : index
//       linalg.yield %s : index
//     } -> tensor<3x4xindex>
//     %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [1, 3, 4] : tensor<3x4xindex> into tensor<1x3x4xindex>
//     %zero = arith.constant 0.000000e+00 : f32
//     %3 = tensor.empty() : tensor<12xf32>
//     %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%zero : f32) outs(%3 : tensor<12xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     } -> tensor<12xf32>
//     %5 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<1x3x4xf32> into tensor<12xf32>
//     %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%5 : tensor<12xf32>) outs(%4 : tensor<12xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       %8 = arith.addf %arg1, %arg0 : f32
//       linalg.yield %8 : f32
//     } -> tensor<12xf32>
//     %7 = tensor.expand_shape %6 [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
//     return %2, %7 : tensor<1x3x4xindex>, tensor<3x4xf32>
//   }
// }

// -----
// Elements in resources are constants like others.
func.func @stored() -> tensor<2xf32> {
  %w = arith.constant dense_resource<w> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.map { math.absf } ins(%w : tensor<2xf32>) outs(%e : tensor<2xf32>)
  return %r : tensor<2xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x04000000000080BF00000040"
    }
  }
#-}
// EXPECTED
// module {
//   func.func @stored() -> tensor<2xf32> {
//     %0 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
//     return %0 : tensor<2xf32>
//   }
// }
//
// {-#
//   dialect_resources: {
//     builtin: {
//       w: "0x04000000000080BF00000040"
//     }
//   }
// #-}

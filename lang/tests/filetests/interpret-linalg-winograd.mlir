// RUN: interpret
// The convolution by minimal filtering is the convolution.
// args: [1, 2, 3, 4, 5, 6, 7, 8, 9] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
// args: [1, 0, -1, 2, 0, -2, 1, 0, -1] [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
func.func @convolution(%g: tensor<1x3x3x1xf32>, %d: tensor<1x4x4x1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) {
  %z = arith.constant dense<0.0> : tensor<4x4x1x1xf32>
  %z6 = arith.constant dense<0.0> : tensor<4x4x1x1x1x1xf32>
  %y = arith.constant dense<0.0> : tensor<1x2x2x1xf32>
  %u = linalg.winograd_filter_transform m(2) r(3) ins(%g : tensor<1x3x3x1xf32>) outs(%z : tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
  %v = linalg.winograd_input_transform m(2) r(3) ins(%d : tensor<1x4x4x1xf32>) outs(%z6 : tensor<4x4x1x1x1x1xf32>) -> tensor<4x4x1x1x1x1xf32>
  %p = tensor.expand_shape %u [[0], [1], [2, 3], [4, 5]] output_shape [4, 4, 1, 1, 1, 1] : tensor<4x4x1x1xf32> into tensor<4x4x1x1x1x1xf32>
  %m = arith.mulf %p, %v : tensor<4x4x1x1x1x1xf32>
  %r = linalg.winograd_output_transform m(2) r(3) ins(%m : tensor<4x4x1x1x1x1xf32>) outs(%y : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %s = linalg.conv_2d_nhwc_fhwc ins(%d, %g : tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>) outs(%y : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %r, %s : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
}
// EXPECTED
// 1x2x2x1[348.0, 393.0, 528.0, 573.0] 1x2x2x1[348.0, 393.0, 528.0, 573.0]
// 1x2x2x1[5.0, 1.0, 3.0, -3.0] 1x2x2x1[5.0, 1.0, 3.0, -3.0]

// -----
// One row, two tiles of four outputs each, which are scaled.
// args: [1, 2, 3] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
func.func @row(%g: tensor<1x1x3x1xf64>, %d: tensor<1x1x10x1xf64>) -> (tensor<1x1x8x1xf64>, tensor<1x1x8x1xf64>) {
  %z = arith.constant dense<0.0> : tensor<1x6x1x1xf64>
  %z6 = arith.constant dense<0.0> : tensor<1x6x1x2x1x1xf64>
  %y = arith.constant dense<0.0> : tensor<1x1x8x1xf64>
  %u = linalg.winograd_filter_transform m(4) r(3) ins(%g : tensor<1x1x3x1xf64>) outs(%z : tensor<1x6x1x1xf64>) -> tensor<1x6x1x1xf64>
  %v = linalg.winograd_input_transform m(4) r(3) ins(%d : tensor<1x1x10x1xf64>) outs(%z6 : tensor<1x6x1x2x1x1xf64>) -> tensor<1x6x1x2x1x1xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(h, w, a, b, n, f, c) -> (h, w, a, b, n, c)>, affine_map<(h, w, a, b, n, f, c) -> (h, w, c, f)>, affine_map<(h, w, a, b, n, f, c) -> (h, w, a, b, n, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%v, %u : tensor<1x6x1x2x1x1xf64>, tensor<1x6x1x1xf64>) outs(%z6 : tensor<1x6x1x2x1x1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %x = arith.mulf %a, %b : f64
    %w = arith.addf %c, %x : f64
    linalg.yield %w : f64
  } -> tensor<1x6x1x2x1x1xf64>
  %r = linalg.winograd_output_transform m(4) r(3) ins(%m : tensor<1x6x1x2x1x1xf64>) outs(%y : tensor<1x1x8x1xf64>) -> tensor<1x1x8x1xf64>
  %s = linalg.conv_2d_nhwc_fhwc ins(%d, %g : tensor<1x1x10x1xf64>, tensor<1x1x3x1xf64>) outs(%y : tensor<1x1x8x1xf64>) -> tensor<1x1x8x1xf64>
  return %r, %s : tensor<1x1x8x1xf64>, tensor<1x1x8x1xf64>
}
// EXPECTED
// 1x1x8x1[14.0, 20.0, 26.0, 32.0, 38.0, 44.0, 50.0, 56.0] 1x1x8x1[14.0, 20.0, 26.0, 32.0, 38.0, 44.0, 50.0, 56.0]

// -----
// Shapes that are known when running: rows that fill no tile count for nothing.
// args: 1x4x1x1[1, 2, 3, 4] 4x1x1x1x1x1[0, 0, 0, 0]
// args: 1x5x1x1[1, 2, 3, 4, 5] 4x1x1x1x1x1[0, 0, 0, 0]
// args: 1x4x1x1[1, 2, 3, 4] 4x1x2x1x1x1[0, 0, 0, 0, 0, 0, 0, 0]
// args: 0x4x1x1[] 4x1x1x1x0x1[]
func.func @shapes(%d: tensor<?x?x1x?xf32>, %z: tensor<4x1x?x1x?x?xf32>) -> tensor<4x1x?x1x?x?xf32> {
  %u = linalg.winograd_input_transform m(2) r(3) ins(%d : tensor<?x?x1x?xf32>) outs(%z : tensor<4x1x?x1x?x?xf32>) -> tensor<4x1x?x1x?x?xf32>
  return %u : tensor<4x1x?x1x?x?xf32>
}
// EXPECTED
// 4x1x1x1x1x1[2.0, 1.0, 5.0, 2.0]
// 4x1x1x1x1x1[2.0, 1.0, 5.0, 2.0]
// 7:8: linalg.winograd_input_transform: the shapes disagree: 4x1x2x1x1x1 and 4x1x1x1x1x1
// 4x1x1x1x0x1[]

// -----
// args: [1, 2, 3, 4, 5, 6, 7]
func.func @unknown(%g: tensor<1x7x1x1xf32>) -> tensor<8x1x1x1xf32> {
  %z = tensor.empty() : tensor<8x1x1x1xf32>
  %u = linalg.winograd_filter_transform m(2) r(7) ins(%g : tensor<1x7x1x1xf32>) outs(%z : tensor<8x1x1x1xf32>) -> tensor<8x1x1x1xf32>
  return %u : tensor<8x1x1x1xf32>
}
// EXPECTED
// 4:8: linalg.winograd_filter_transform: not supported: minimal filtering of 2 outputs and 7 taps

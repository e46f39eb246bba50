// RUN: parse
func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, tag} ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
// EXPECTED
// module {
//   func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
//     %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
//     %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, tag} ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
//     return %1 : tensor<4x6xf32>
//   }
// }

// -----
// Elements are converted to those of the output.
func.func @mixed(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>, %za: i32, %zb: i32) {
  linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<?x?xi8>, memref<?x?xi8>, i32, i32) outs(%c : memref<?x?xi32>)
  linalg.matmul_transpose_b ins(%a, %b : memref<?x?xi8>, memref<?x?xi8>) outs(%c : memref<?x?xi32>)
  return
}
// EXPECTED
// module {
//   func.func @mixed(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>, %za: i32, %zb: i32) {
//     linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<?x?xi8>, memref<?x?xi8>, i32, i32) outs(%c : memref<?x?xi32>)
//     linalg.matmul_transpose_b ins(%a, %b : memref<?x?xi8>, memref<?x?xi8>) outs(%c : memref<?x?xi32>)
//     return
//   }
// }

// -----
func.func @fill(%v: f64, %t: tensor<2x?xf32>, %m: memref<i1>, %p: i1, %seed: i32, %r: memref<4x4xf32>) -> tensor<2x?xf32> {
  %0 = linalg.fill ins(%v : f64) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
  linalg.fill ins(%p : i1) outs(%m : memref<i1>)
  linalg.fill_rng_2d ins(%v, %v, %seed : f64, f64, i32) outs(%r : memref<4x4xf32>)
  %1 = linalg.copy ins(%0 : tensor<2x?xf32>) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}
// EXPECTED
// module {
//   func.func @fill(%v: f64, %t: tensor<2x?xf32>, %m: memref<i1>, %p: i1, %seed: i32, %r: memref<4x4xf32>) -> tensor<2x?xf32> {
//     %0 = linalg.fill ins(%v : f64) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
//     linalg.fill ins(%p : i1) outs(%m : memref<i1>)
//     linalg.fill_rng_2d ins(%v, %v, %seed : f64, f64, i32) outs(%r : memref<4x4xf32>)
//     %1 = linalg.copy ins(%0 : tensor<2x?xf32>) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
//     return %1 : tensor<2x?xf32>
//   }
// }

// -----
func.func @elementwise(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %i: tensor<4x4xi32>, %p: tensor<4x4xi1>) {
  %0 = linalg.elemwise_unary {fun = #linalg.unary_fn<reciprocal>} ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.elemwise_binary {cast = #linalg.type_fn<cast_unsigned>, fun = #linalg.binary_fn<max_unsigned>} ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.square ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.add ins(%p, %p : tensor<4x4xi1>, tensor<4x4xi1>) outs(%p : tensor<4x4xi1>) -> tensor<4x4xi1>
  %4 = linalg.select ins(%p, %a, %b : tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = linalg.div_unsigned ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%i : tensor<4x4xi32>) -> tensor<4x4xi32>
  return
}
// EXPECTED
// module {
//   func.func @elementwise(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %i: tensor<4x4xi32>, %p: tensor<4x4xi1>) {
//     %0 = linalg.elemwise_unary {fun = #linalg.unary_fn<reciprocal>} ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
//     %1 = linalg.elemwise_binary {cast = #linalg.type_fn<cast_unsigned>, fun = #linalg.binary_fn<max_unsigned>} ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
//     %2 = linalg.square ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
//     %3 = linalg.add ins(%p, %p : tensor<4x4xi1>, tensor<4x4xi1>) outs(%p : tensor<4x4xi1>) -> tensor<4x4xi1>
//     %4 = linalg.select ins(%p, %a, %b : tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
//     %5 = linalg.div_unsigned ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%i : tensor<4x4xi32>) -> tensor<4x4xi32>
//     return
//   }
// }

// -----
// Numbers of two parts; the operations on them belong to a dialect that is not in the table.
// not compared: only their generic form states the properties of those operations.
func.func @complex(%a: memref<4xcomplex<f32>>, %x: memref<4xf64>, %i: memref<4xi32>, %c: memref<complex<f32>>, %w: memref<4xcomplex<f64>>) {
  linalg.dot ins(%a, %a : memref<4xcomplex<f32>>, memref<4xcomplex<f32>>) outs(%c : memref<complex<f32>>)
  linalg.copy ins(%a : memref<4xcomplex<f32>>) outs(%w : memref<4xcomplex<f64>>)
  linalg.copy ins(%x : memref<4xf64>) outs(%a : memref<4xcomplex<f32>>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%i : memref<4xi32>) outs(%a : memref<4xcomplex<f32>>)
  return
}
// EXPECTED
// module {
//   func.func @complex(%a: memref<4xcomplex<f32>>, %x: memref<4xf64>, %i: memref<4xi32>, %c: memref<complex<f32>>, %w: memref<4xcomplex<f64>>) {
//     linalg.dot ins(%a, %a : memref<4xcomplex<f32>>, memref<4xcomplex<f32>>) outs(%c : memref<complex<f32>>)
//     linalg.copy ins(%a : memref<4xcomplex<f32>>) outs(%w : memref<4xcomplex<f64>>)
//     linalg.copy ins(%x : memref<4xf64>) outs(%a : memref<4xcomplex<f32>>)
//     linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%i : memref<4xi32>) outs(%a : memref<4xcomplex<f32>>)
//     return
//   }
// }

// -----
func.func @windows(%i: tensor<1x16x16x3xf32>, %k: tensor<3x3x3x8xf32>, %o: tensor<1x7x14x8xf32>, %w: tensor<2x2xf32>, %p: tensor<1x15x15x3xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%i, %k : tensor<1x16x16x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<1x7x14x8xf32>) -> tensor<1x7x14x8xf32>
  %1 = linalg.pooling_nhwc_max ins(%i, %w : tensor<1x16x16x3xf32>, tensor<2x2xf32>) outs(%p : tensor<1x15x15x3xf32>) -> tensor<1x15x15x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @windows(%i: tensor<1x16x16x3xf32>, %k: tensor<3x3x3x8xf32>, %o: tensor<1x7x14x8xf32>, %w: tensor<2x2xf32>, %p: tensor<1x15x15x3xf32>) {
//     %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%i, %k : tensor<1x16x16x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<1x7x14x8xf32>) -> tensor<1x7x14x8xf32>
//     %1 = linalg.pooling_nhwc_max ins(%i, %w : tensor<1x16x16x3xf32>, tensor<2x2xf32>) outs(%p : tensor<1x15x15x3xf32>) -> tensor<1x15x15x3xf32>
//     return
//   }
// }

// -----
// A region that is not the one of the definition keeps the generic form.
// not compared: the custom form of MLIR leaves the region out all the same.
func.func @other_region(%a: memref<2x2xf32>) {
  "linalg.matmul"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %y, %x : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }) : (memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) -> ()
  return
}
// EXPECTED
// module {
//   func.func @other_region(%a: memref<2x2xf32>) {
//     "linalg.matmul"(%a, %a, %a) ({
//     ^bb0(%x: f32, %y: f32, %z: f32):
//       %0 = arith.mulf %y, %x : f32
//       %1 = arith.addf %z, %0 : f32
//       linalg.yield %1 : f32
//     }) {operandSegmentSizes = array<i32: 2, 1>} : (memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) -> ()
//     return
//   }
// }

// -----
// One that is written out in the generic form is left out.
func.func @same_region(%a: memref<2x2xf32>) {
  "linalg.matmul"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }) {linalg.memoized_indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} : (memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) -> ()
  return
}
// EXPECTED
// module {
//   func.func @same_region(%a: memref<2x2xf32>) {
//     linalg.matmul ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%a : memref<2x2xf32>)
//     return
//   }
// }

// -----
func.func @others(%t: tensor<2x?xf32>, %f: tensor<8x3x3x4xf32>, %g: tensor<6x6x4x8xf32>, %i: tensor<1x10x?x5xf32>, %j: tensor<6x6x2x?x1x5xf32>, %o: tensor<1x8x?x5xf32>) {
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x?xf32>) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = linalg.winograd_filter_transform m(4) r(3) ins(%f : tensor<8x3x3x4xf32>) outs(%g : tensor<6x6x4x8xf32>) -> tensor<6x6x4x8xf32>
  %2 = linalg.winograd_input_transform m(4) r(3) ins(%i : tensor<1x10x?x5xf32>) outs(%j : tensor<6x6x2x?x1x5xf32>) -> tensor<6x6x2x?x1x5xf32>
  %3 = linalg.winograd_output_transform m(4) r(3) ins(%2 : tensor<6x6x2x?x1x5xf32>) outs(%o : tensor<1x8x?x5xf32>) -> tensor<1x8x?x5xf32>
  return
}
// EXPECTED
// module {
//   func.func @others(%t: tensor<2x?xf32>, %f: tensor<8x3x3x4xf32>, %g: tensor<6x6x4x8xf32>, %i: tensor<1x10x?x5xf32>, %j: tensor<6x6x2x?x1x5xf32>, %o: tensor<1x8x?x5xf32>) {
//     %0 = linalg.softmax dimension(1) ins(%t : tensor<2x?xf32>) outs(%t : tensor<2x?xf32>) -> tensor<2x?xf32>
//     %1 = linalg.winograd_filter_transform m(4) r(3) ins(%f : tensor<8x3x3x4xf32>) outs(%g : tensor<6x6x4x8xf32>) -> tensor<6x6x4x8xf32>
//     %2 = linalg.winograd_input_transform m(4) r(3) ins(%i : tensor<1x10x?x5xf32>) outs(%j : tensor<6x6x2x?x1x5xf32>) -> tensor<6x6x2x?x1x5xf32>
//     %3 = linalg.winograd_output_transform m(4) r(3) ins(%2 : tensor<6x6x2x?x1x5xf32>) outs(%o : tensor<1x8x?x5xf32>) -> tensor<1x8x?x5xf32>
//     return
//   }
// }

// RUN: parse
func.func @row_sums(%a: tensor<4x?xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x?xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %sum = arith.addf %acc, %x : f32
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0, d1) -> (d0)>
// module {
//   func.func @row_sums(%a: tensor<4x?xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
//     %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x?xf32>) outs(%s : tensor<4xf32>) {
//     ^bb0(%x: f32, %acc: f32):
//       %sum = arith.addf %acc, %x : f32
//       linalg.yield %sum : f32
//     } -> tensor<4xf32>
//     return %0 : tensor<4xf32>
//   }
// }

// -----
// The traits may be an alias; other attributes follow `attrs`.
#id = affine_map<(i) -> (i)>
#traits = {doc = "doubles", indexing_maps = [#id], iterator_types = ["parallel"], library_call = "twice"}
func.func @in_place(%m: memref<?xi32>) {
  linalg.generic #traits outs(%m : memref<?xi32>) attrs = {tag, width = 4 : i8} {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    linalg.yield %y : i32
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @in_place(%m: memref<?xi32>) {
//     linalg.generic {doc = "doubles", indexing_maps = [#map], iterator_types = ["parallel"], library_call = "twice"} outs(%m : memref<?xi32>) attrs = {tag, width = 4 : i8} {
//     ^bb0(%x: i32):
//       %y = arith.addi %x, %x : i32
//       linalg.yield %y : i32
//     }
//     return
//   }
// }

// -----
// Indices, captured values, two results of different types, a scalar input.
#row = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @indices(%n: index, %f: f64, %a: tensor<2x3xindex>, %b: tensor<2x3xf64>) -> (tensor<2x3xindex>, tensor<2x3xf64>) {
  %r:2 = linalg.generic {indexing_maps = [#none, #row, #row], iterator_types = ["parallel", "parallel"]} ins(%f : f64) outs(%a, %b : tensor<2x3xindex>, tensor<2x3xf64>) {
  ^bb0(%s: f64, %x: index, %y: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 {hint} : index
    %k = arith.addi %i, %j : index
    %l = arith.addi %k, %n : index
    linalg.yield %l, %s : index, f64
  } -> (tensor<2x3xindex>, tensor<2x3xf64>)
  return %r#0, %r#1 : tensor<2x3xindex>, tensor<2x3xf64>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> ()>
// #map1 = affine_map<(d0, d1) -> (d0, d1)>
// module {
//   func.func @indices(%n: index, %f: f64, %a: tensor<2x3xindex>, %b: tensor<2x3xf64>) -> (tensor<2x3xindex>, tensor<2x3xf64>) {
//     %r:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%f : f64) outs(%a, %b : tensor<2x3xindex>, tensor<2x3xf64>) {
//     ^bb0(%s: f64, %x: index, %y: f64):
//       %i = linalg.index 0 : index
//       %j = linalg.index 1 {hint} : index
//       %k = arith.addi %i, %j : index
//       %l = arith.addi %k, %n : index
//       linalg.yield %l, %s : index, f64
//     } -> (tensor<2x3xindex>, tensor<2x3xf64>)
//     return %r#0, %r#1 : tensor<2x3xindex>, tensor<2x3xf64>
//   }
// }

// -----
// No loops at all.
func.func @point(%a: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%a : tensor<f32>) {
  ^bb0(%x: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
// EXPECTED
// #map = affine_map<() -> ()>
// module {
//   func.func @point(%a: tensor<f32>) -> tensor<f32> {
//     %0 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%a : tensor<f32>) {
//     ^bb0(%x: f32):
//       %y = arith.negf %x : f32
//       linalg.yield %y : f32
//     } -> tensor<f32>
//     return %0 : tensor<f32>
//   }
// }

// -----
// The generic form states the kinds of loops in the dialect's own attributes.
func.func @generic_form(%m: memref<8xf32>) {
  "linalg.generic"(%m) <{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%x: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (memref<8xf32>) -> ()
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @generic_form(%m: memref<8xf32>) {
//     linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%m : memref<8xf32>) {
//     ^bb0(%x: f32):
//       linalg.yield %x : f32
//     }
//     return
//   }
// }

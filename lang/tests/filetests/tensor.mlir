// RUN: parse
func.func @scalars(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %i: index, %x: f32) -> index {
  %e = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %n = tensor.insert %e into %t[%i, %i] : tensor<4x?xf32>
  %d = tensor.dim %n, %i : tensor<4x?xf32>
  %r = tensor.rank %u : tensor<*xf32>
  %f = tensor.from_elements %x, %e, %x, %x : tensor<2x2xf32>
  %s = tensor.splat %x : tensor<4xf32>
  %v = tensor.splat %x[%d, %r] : tensor<?x3x?xf32>
  %0 = tensor.empty(%d) : tensor<?x5xf32>
  %1 = tensor.empty() {tag} : tensor<f32, "encoded">
  %p = tensor.extract %1[] : tensor<f32, "encoded">
  return %r : index
}
// EXPECTED
// module {
//   func.func @scalars(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %i: index, %x: f32) -> index {
//     %e = tensor.extract %t[%i, %i] : tensor<4x?xf32>
//     %n = tensor.insert %e into %t[%i, %i] : tensor<4x?xf32>
//     %d = tensor.dim %n, %i : tensor<4x?xf32>
//     %r = tensor.rank %u : tensor<*xf32>
//     %f = tensor.from_elements %x, %e, %x, %x : tensor<2x2xf32>
//     %s = tensor.splat %x : tensor<4xf32>
//     %v = tensor.splat %x[%d, %r] : tensor<?x3x?xf32>
//     %0 = tensor.empty(%d) : tensor<?x5xf32>
//     %1 = tensor.empty() {tag} : tensor<f32, "encoded">
//     %p = tensor.extract %1[] : tensor<f32, "encoded">
//     return %r : index
//   }
// }

// -----
func.func @casts(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %s: tensor<2xindex>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x8xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
  %2 = tensor.bitcast %t : tensor<4x?xf32> to tensor<4x?xi32>
  %3 = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return
}
// EXPECTED
// module {
//   func.func @casts(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %s: tensor<2xindex>) {
//     %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x8xf32>
//     %1 = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
//     %2 = tensor.bitcast %t : tensor<4x?xf32> to tensor<4x?xi32>
//     %3 = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
//     return
//   }
// }

// -----
func.func @slices(%t: tensor<8x16x?xf32>, %s: tensor<4x?xf32>, %n: index) -> tensor<8x16x?xf32> {
  %0 = tensor.extract_slice %t[0, %n, 2] [8, 4, %n] [1, 1, %n] : tensor<8x16x?xf32> to tensor<8x4x?xf32>
  %1 = tensor.extract_slice %t[0, 0, 0] [1, 4, %n] [1, 1, 1] {tag} : tensor<8x16x?xf32> to tensor<4x?xf32>
  %2 = tensor.insert_slice %1 into %t[%n, 0, 0] [1, 4, %n] [1, 1, 1] : tensor<4x?xf32> into tensor<8x16x?xf32>
  %3 = scf.forall (%i) in (%n) shared_outs(%o = %2) -> (tensor<8x16x?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0, 0] [1, 4, %n] [1, 1, 1] : tensor<4x?xf32> into tensor<8x16x?xf32>
    }
  }
  return %3 : tensor<8x16x?xf32>
}
// EXPECTED
// module {
//   func.func @slices(%t: tensor<8x16x?xf32>, %s: tensor<4x?xf32>, %n: index) -> tensor<8x16x?xf32> {
//     %0 = tensor.extract_slice %t[0, %n, 2] [8, 4, %n] [1, 1, %n] : tensor<8x16x?xf32> to tensor<8x4x?xf32>
//     %1 = tensor.extract_slice %t[0, 0, 0] [1, 4, %n] [1, 1, 1] {tag} : tensor<8x16x?xf32> to tensor<4x?xf32>
//     %2 = tensor.insert_slice %1 into %t[%n, 0, 0] [1, 4, %n] [1, 1, 1] : tensor<4x?xf32> into tensor<8x16x?xf32>
//     %3 = scf.forall (%i) in (%n) shared_outs(%o = %2) -> (tensor<8x16x?xf32>) {
//       scf.forall.in_parallel {
//         tensor.parallel_insert_slice %s into %o[%i, 0, 0] [1, 4, %n] [1, 1, 1] : tensor<4x?xf32> into tensor<8x16x?xf32>
//       }
//     }
//     return %3 : tensor<8x16x?xf32>
//   }
// }

// -----
func.func @regions(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<?x3xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %t[%i, %j] : tensor<4x?xf32>
    tensor.yield %e : f32
  } : tensor<?x3xf32>
  %1 = tensor.pad %t low[1, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %2 = tensor.pad %t nofold low[0, 0] high[%n, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } {tag} : tensor<4x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x3xf32>
}
// EXPECTED
// module {
//   func.func @regions(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<?x3xf32> {
//     %0 = tensor.generate %n {
//     ^bb0(%i: index, %j: index):
//       %e = tensor.extract %t[%i, %j] : tensor<4x?xf32>
//       tensor.yield %e : f32
//     } : tensor<?x3xf32>
//     %1 = tensor.pad %t low[1, %n] high[0, 2] {
//     ^bb0(%i: index, %j: index):
//       tensor.yield %x : f32
//     } : tensor<4x?xf32> to tensor<5x?xf32>
//     %2 = tensor.pad %t nofold low[0, 0] high[%n, %n] {
//     ^bb0(%i: index, %j: index):
//       tensor.yield %x : f32
//     } {tag} : tensor<4x?xf32> to tensor<?x?xf32>
//     return %0 : tensor<?x3xf32>
//   }
// }

// -----
func.func @groups(%t: tensor<2x3x?xf32>, %n: index, %p: tensor<f32>, %q: tensor<1x1xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x?xf32> into tensor<6x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, %n] : tensor<6x?xf32> into tensor<2x3x?xf32>
  %2 = tensor.expand_shape %p [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %3 = tensor.collapse_shape %q [] : tensor<1x1xf32> into tensor<f32>
  %4 = tensor.concat dim(1) %t, %t : (tensor<2x3x?xf32>, tensor<2x3x?xf32>) -> tensor<2x6x?xf32>
  return
}
// EXPECTED
// module {
//   func.func @groups(%t: tensor<2x3x?xf32>, %n: index, %p: tensor<f32>, %q: tensor<1x1xf32>) {
//     %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x?xf32> into tensor<6x?xf32>
//     %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, %n] : tensor<6x?xf32> into tensor<2x3x?xf32>
//     %2 = tensor.expand_shape %p [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
//     %3 = tensor.collapse_shape %q [] : tensor<1x1xf32> into tensor<f32>
//     %4 = tensor.concat dim(1) %t, %t : (tensor<2x3x?xf32>, tensor<2x3x?xf32>) -> tensor<2x6x?xf32>
//     return
//   }
// }

// -----
func.func @packed(%t: tensor<128x256xf32>, %u: tensor<8x16x8x32xf32>, %x: f32, %n: index, %v: tensor<?x?x?x?xf32>) {
  %0 = tensor.pack %t inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %v : tensor<128x256xf32> -> tensor<?x?x?x?xf32>
  %1 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 2] into %v {tag} : tensor<128x256xf32> -> tensor<?x?x?x?xf32>
  %2 = tensor.unpack %u outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %t : tensor<8x16x8x32xf32> -> tensor<128x256xf32>
  return
}
// EXPECTED
// module {
//   func.func @packed(%t: tensor<128x256xf32>, %u: tensor<8x16x8x32xf32>, %x: f32, %n: index, %v: tensor<?x?x?x?xf32>) {
//     %0 = tensor.pack %t inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %v : tensor<128x256xf32> -> tensor<?x?x?x?xf32>
//     %1 = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 2] into %v {tag} : tensor<128x256xf32> -> tensor<?x?x?x?xf32>
//     %2 = tensor.unpack %u outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %t : tensor<8x16x8x32xf32> -> tensor<128x256xf32>
//     return
//   }
// }

// -----
func.func @coordinates(%t: tensor<4x4x4xf32>, %c: tensor<1x2x3xindex>, %s: tensor<1x2x1x1x1xf32>) {
  %0 = tensor.gather %t[%c] gather_dims([0, 1, 2]) : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2x1x1x1xf32>
  %1 = tensor.gather %t[%c] gather_dims([0, 1, 2]) unique : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2xf32>
  %2 = tensor.scatter %s into %t[%c] scatter_dims([0, 1, 2]) unique : (tensor<1x2x1x1x1xf32>, tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<4x4x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @coordinates(%t: tensor<4x4x4xf32>, %c: tensor<1x2x3xindex>, %s: tensor<1x2x1x1x1xf32>) {
//     %0 = tensor.gather %t[%c] gather_dims([0, 1, 2]) : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2x1x1x1xf32>
//     %1 = tensor.gather %t[%c] gather_dims([0, 1, 2]) unique : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2xf32>
//     %2 = tensor.scatter %s into %t[%c] scatter_dims([0, 1, 2]) unique : (tensor<1x2x1x1x1xf32>, tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<4x4x4xf32>
//     return
//   }
// }

// RUN: bufferize
// The result is computed where the caller wants it; the temporary is there for the product alone.
func.func @chain(%A: tensor<4x8xf32>, %B: tensor<8x16xf32>, %bias: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %p = linalg.matmul ins(%A, %B : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
    ins(%p, %bias : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0, d1) -> (d1)>
// module {
//   func.func @chain(%A: memref<4x8xf32> {llvm.noalias}, %B: memref<8x16xf32> {llvm.noalias}, %bias: memref<16xf32> {llvm.noalias}, %result: memref<4x16xf32> {llvm.noalias}) {
//     %zero = arith.constant 0.000000e+00 : f32
//     linalg.fill ins(%zero : f32) outs(%result : memref<4x16xf32>)
//     linalg.matmul ins(%A, %B : memref<4x8xf32>, memref<8x16xf32>) outs(%result : memref<4x16xf32>)
//     linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%result, %bias : memref<4x16xf32>, memref<16xf32>) outs(%result : memref<4x16xf32>) {
//     ^bb0(%x: f32, %b: f32, %o: f32):
//       %s = arith.addf %x, %b : f32
//       linalg.yield %s : f32
//     }
//     return
//   }
// }

// -----
// A destination that is an argument is overwritten, but for one that is read later and one that must not be.
func.func @in_place(%A: tensor<?x?xf32>, %C: tensor<?x?xf32>, %D: tensor<?x?xf32> {bufferization.writable = false})
    -> (tensor<?x?xf32>, tensor<?x?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %x = linalg.map { math.absf } ins(%A : tensor<?x?xf32>) outs(%C : tensor<?x?xf32>)
  %y = linalg.matmul ins(%A, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%D : tensor<?x?xf32>) -> tensor<?x?xf32>
  %first = tensor.extract %A[%c0, %c0] : tensor<?x?xf32>
  return %x, %y, %first : tensor<?x?xf32>, tensor<?x?xf32>, f32
}
// EXPECTED
// module {
//   func.func @in_place(%A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}, %D: memref<?x?xf32> {bufferization.writable = false, llvm.noalias}, %result: memref<?x?xf32> {llvm.noalias}) -> f32 {
//     %c0 = arith.constant 0 : index
//     linalg.map { math.absf } ins(%A : memref<?x?xf32>) outs(%C : memref<?x?xf32>)
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %D, %0 : memref<?x?xf32>
//     %2 = arith.constant 1 : index
//     %3 = memref.dim %D, %2 : memref<?x?xf32>
//     linalg.copy ins(%D : memref<?x?xf32>) outs(%result : memref<?x?xf32>)
//     linalg.matmul ins(%A, %C : memref<?x?xf32>, memref<?x?xf32>) outs(%result : memref<?x?xf32>)
//     %first = memref.load %A[%c0, %c0] : memref<?x?xf32>
//     return %first : f32
//   }
// }

// -----
// What is read where it is written in the same iteration may be overwritten; a transposed read may not.
func.func @alike(%A: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %b = linalg.map { arith.mulf } ins(%A, %A : tensor<4x4xf32>, tensor<4x4xf32>) outs(%A : tensor<4x4xf32>)
  %t = linalg.transpose ins(%b : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) permutation = [1, 0]
  return %t : tensor<4x4xf32>
}
// EXPECTED
// module {
//   func.func @alike(%A: memref<4x4xf32> {llvm.noalias}, %result: memref<4x4xf32> {llvm.noalias}) {
//     linalg.map { arith.mulf } ins(%A, %A : memref<4x4xf32>, memref<4x4xf32>) outs(%A : memref<4x4xf32>)
//     linalg.transpose ins(%A : memref<4x4xf32>) outs(%result : memref<4x4xf32>) permutation = [1, 0]
//     return
//   }
// }

// -----
// Parts, borders, shapes and constants.
func.func @shapes(%A: tensor<2x6x3xf32>, %n: index, %D: tensor<?x4xf32>) -> (tensor<2x18xf32>, tensor<?x6xf32>, tensor<2x18xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = tensor.extract_slice %A[1, 0, 0] [1, 3, 3] [1, 2, 1] : tensor<2x6x3xf32> to tensor<3x3xf32>
  %i = tensor.insert_slice %w into %s[2, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<3x3xf32>
  %j = tensor.insert_slice %i into %A[0, 3, 0] [1, 3, 3] [1, 1, 1] : tensor<3x3xf32> into tensor<2x6x3xf32>
  %c = tensor.collapse_shape %j [[0], [1, 2]] : tensor<2x6x3xf32> into tensor<2x18xf32>
  %p = tensor.pad %D low[1, 0] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<?x4xf32> to tensor<?x6xf32>
  return %c, %p, %c : tensor<2x18xf32>, tensor<?x6xf32>, tensor<2x18xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (1, d0 * 2, d1)>
// #map1 = affine_map<(d0, d1) -> (d0, d1)>
// #map2 = affine_map<(d0) -> (d0)>
// #map3 = affine_map<(d0) -> (2, d0)>
// #map4 = affine_map<(d0, d1) -> (0, d0 + 3, d1)>
// #map5 = affine_map<(d0, d1) -> (d0 + 1, d1 mod 6)>
// module {
//   memref.global "private" constant @shapes_constant_0 : memref<3xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]>
//   func.func @shapes(%A: memref<2x6x3xf32> {llvm.noalias}, %n: index, %D: memref<?x4xf32> {llvm.noalias}, %result: memref<2x18xf32> {llvm.noalias}, %result_0: memref<?x6xf32> {llvm.noalias}, %result_1: memref<2x18xf32> {llvm.noalias}) {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = memref.get_global @shapes_constant_0 : memref<3xf32>
//     %1 = memref.alloc() : memref<3x3xf32>
//     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%A : memref<2x6x3xf32>) outs(%1 : memref<3x3xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%0 : memref<3xf32>) outs(%1 : memref<3x3xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel"]} ins(%1 : memref<3x3xf32>) outs(%A : memref<2x6x3xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     memref.dealloc %1 : memref<3x3xf32>
//     %c = memref.collapse_shape %A [[0], [1, 2]] : memref<2x6x3xf32> into memref<2x18xf32>
//     %2 = arith.constant 0 : index
//     %3 = memref.dim %D, %2 : memref<?x4xf32>
//     %4 = arith.constant 1 : index
//     %5 = arith.addi %3, %4 : index
//     linalg.fill ins(%zero : f32) outs(%result_0 : memref<?x6xf32>)
//     linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["parallel", "parallel"]} ins(%D : memref<?x4xf32>) outs(%result_0 : memref<?x6xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     linalg.copy ins(%c : memref<2x18xf32>) outs(%result : memref<2x18xf32>)
//     linalg.copy ins(%c : memref<2x18xf32>) outs(%result_1 : memref<2x18xf32>)
//     return
//   }
// }

// -----
// A gather, and a tensor that is there for its shape alone.
func.func @gather(%A: tensor<9xf32>, %at: tensor<3xi32>, %I: tensor<1x4x4x1xf32>) -> (tensor<3xf32>, tensor<1x2x2x1xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%at : tensor<3xi32>) outs(%e : tensor<3xf32>) {
  ^bb0(%k: i32, %o: f32):
    %i = arith.index_cast %k : i32 to index
    %x = tensor.extract %A[%i] : tensor<9xf32>
    linalg.yield %x : f32
  } -> tensor<3xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %o = tensor.empty() : tensor<1x2x2x1xf32>
  %f = linalg.fill ins(%low : f32) outs(%o : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %m = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
    ins(%I, %window : tensor<1x4x4x1xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %g, %m : tensor<3xf32>, tensor<1x2x2x1xf32>
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @gather(%A: memref<9xf32> {llvm.noalias}, %at: memref<3xi32> {llvm.noalias}, %I: memref<1x4x4x1xf32> {llvm.noalias}, %result: memref<3xf32> {llvm.noalias}, %result_0: memref<1x2x2x1xf32> {llvm.noalias}) {
//     %low = arith.constant 0xFF800000 : f32
//     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%at : memref<3xi32>) outs(%result : memref<3xf32>) {
//     ^bb0(%k: i32, %o: f32):
//       %i = arith.index_cast %k : i32 to index
//       %x = memref.load %A[%i] : memref<9xf32>
//       linalg.yield %x : f32
//     }
//     linalg.fill ins(%low : f32) outs(%result_0 : memref<1x2x2x1xf32>)
//     %0 = memref.alloc() : memref<2x2xf32>
//     linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%I, %0 : memref<1x4x4x1xf32>, memref<2x2xf32>) outs(%result_0 : memref<1x2x2x1xf32>)
//     memref.dealloc %0 : memref<2x2xf32>
//     return
//   }
// }

// -----
// What stays on tensors.
func.func private @called(%A: tensor<4xf32>) -> tensor<4xf32> {
  return %A : tensor<4xf32>
}
func.func @calls(%A: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @called(%A) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @loop(%A: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %A) -> tensor<4xf32> {
    %y = linalg.map { math.absf } ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// EXPECTED
// kept: a function of tensors that is called is not given memrefs
// kept: `func.call` on tensors is not given memrefs
// kept: `scf.for` on tensors with tensors in its region is not given memrefs
// module {
//   func.func private @called(%A: tensor<4xf32>) -> tensor<4xf32> {
//     return %A : tensor<4xf32>
//   }
//   func.func @calls(%A: tensor<4xf32>) -> tensor<4xf32> {
//     %r = call @called(%A) : (tensor<4xf32>) -> tensor<4xf32>
//     return %r : tensor<4xf32>
//   }
//   func.func @loop(%A: tensor<4xf32>, %n: index) -> tensor<4xf32> {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %A) -> (tensor<4xf32>) {
//       %y = linalg.map { math.absf } ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
//       scf.yield %y : tensor<4xf32>
//     }
//     return %r : tensor<4xf32>
//   }
// }

// -----
// Parts side by side are copies; the second operation writes over what the first one computed, which nobody reads later.
func.func @beside(%A: tensor<2x3xf32>, %B: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %x = linalg.map { math.absf } ins(%A : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %y = linalg.map { math.sqrt } ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %r = tensor.concat dim(1) %y, %B : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %r : tensor<2x7xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0, d1) -> (d0, d1 mod 7)>
// #map2 = affine_map<(d0, d1) -> (d0, d1 + 3)>
// module {
//   func.func @beside(%A: memref<2x3xf32> {llvm.noalias}, %B: memref<2x4xf32> {llvm.noalias}, %result: memref<2x7xf32> {llvm.noalias}) {
//     %0 = memref.alloc() : memref<2x3xf32>
//     linalg.map { math.absf } ins(%A : memref<2x3xf32>) outs(%0 : memref<2x3xf32>)
//     linalg.map { math.sqrt } ins(%0 : memref<2x3xf32>) outs(%0 : memref<2x3xf32>)
//     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%0 : memref<2x3xf32>) outs(%result : memref<2x7xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     memref.dealloc %0 : memref<2x3xf32>
//     linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel"]} ins(%B : memref<2x4xf32>) outs(%result : memref<2x7xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     return
//   }
// }

// -----
// How much of the result is the first part is known at run time only.
func.func @open(%A: tensor<?xf32>, %B: tensor<4xf32>) -> tensor<?xf32> {
  %r = tensor.concat dim(0) %A, %B : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
// EXPECTED
// kept: `tensor.concat` on tensors along extents that are not fixed is not given memrefs
// module {
//   func.func @open(%A: tensor<?xf32>, %B: tensor<4xf32>) -> tensor<?xf32> {
//     %r = tensor.concat dim(0) %A, %B : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
//     return %r : tensor<?xf32>
//   }
// }

// -----
// A part from the start is as long as the part, not as the whole.
func.func @start(%A: tensor<4xf32>) -> tensor<2xf32> {
  %r = tensor.extract_slice %A[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
// EXPECTED
// #map = affine_map<(d0) -> (d0 mod 4)>
// #map1 = affine_map<(d0) -> (d0)>
// module {
//   func.func @start(%A: memref<4xf32> {llvm.noalias}, %result: memref<2xf32> {llvm.noalias}) {
//     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%A : memref<4xf32>) outs(%result : memref<2xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     return
//   }
// }

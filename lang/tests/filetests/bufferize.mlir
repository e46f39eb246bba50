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
// module {
//   func.func @calls(%A: memref<4xf32> {llvm.noalias}) {
//     return
//   }
//   func.func @loop(%A: memref<4xf32> {llvm.noalias}, %n: index) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.for %i = %c0 to %n step %c1 {
//       linalg.map { math.absf } ins(%A : memref<4xf32>) outs(%A : memref<4xf32>)
//     }
//     return
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

// -----
// A private function that is called is part of those that call it, and nothing else.
func.func private @relu(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %b = linalg.broadcast ins(%zero : tensor<4xf32>) outs(%e : tensor<?x4xf32>) dimensions = [0]
  %r = arith.maximumf %x, %b : tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
func.func @twice(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = call @relu(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %z = call @relu(%y) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// module {
//   memref.global "private" constant @twice_constant_0 : memref<4xf32> = dense<0.000000e+00>
//   memref.global "private" constant @twice_constant_1 : memref<4xf32> = dense<0.000000e+00>
//   func.func @twice(%x: memref<?x4xf32> {llvm.noalias}, %result: memref<?x4xf32> {llvm.noalias}) {
//     %0 = memref.get_global @twice_constant_0 : memref<4xf32>
//     %c0 = arith.constant 0 : index
//     %n = memref.dim %x, %c0 : memref<?x4xf32>
//     linalg.broadcast ins(%0 : memref<4xf32>) outs(%result : memref<?x4xf32>) dimensions = [0]
//     %1 = arith.constant 0 : index
//     %2 = memref.dim %x, %1 : memref<?x4xf32>
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %result : memref<?x4xf32>, memref<?x4xf32>) outs(%result : memref<?x4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %7 = arith.maximumf %arg0, %arg1 : f32
//       linalg.yield %7 : f32
//     }
//     %3 = memref.get_global @twice_constant_1 : memref<4xf32>
//     %c0_0 = arith.constant 0 : index
//     %n_0 = memref.dim %result, %c0_0 : memref<?x4xf32>
//     %4 = memref.alloc(%n_0) : memref<?x4xf32>
//     linalg.broadcast ins(%3 : memref<4xf32>) outs(%4 : memref<?x4xf32>) dimensions = [0]
//     %5 = arith.constant 0 : index
//     %6 = memref.dim %result, %5 : memref<?x4xf32>
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%result, %4 : memref<?x4xf32>, memref<?x4xf32>) outs(%result : memref<?x4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %7 = arith.maximumf %arg0, %arg1 : f32
//       linalg.yield %7 : f32
//     }
//     memref.dealloc %4 : memref<?x4xf32>
//     return
//   }
// }

// -----
// What calls itself stays, and so does its caller.
func.func private @endless(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @endless(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @begin(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @endless(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// EXPECTED
// kept: a function of tensors that is called, where the call is not replaced by its body, is not given memrefs
// kept: `func.call` on tensors is not given memrefs
// module {
//   func.func private @endless(%x: tensor<4xf32>) -> tensor<4xf32> {
//     %y = call @endless(%x) : (tensor<4xf32>) -> tensor<4xf32>
//     return %y : tensor<4xf32>
//   }
//   func.func @begin(%x: tensor<4xf32>) -> tensor<4xf32> {
//     %y = call @endless(%x) : (tensor<4xf32>) -> tensor<4xf32>
//     return %y : tensor<4xf32>
//   }
// }

// -----
// A public function that is called stays one of its own.
func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.mulf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @difference(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = call @square(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = arith.subf %a, %y fastmath<contract> : tensor<4xf32>
  return %b : tensor<4xf32>
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @square(%x: memref<4xf32> {llvm.noalias}, %result: memref<4xf32> {llvm.noalias}) {
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%result : memref<4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %0 = arith.mulf %arg0, %arg1 : f32
//       linalg.yield %0 : f32
//     }
//     return
//   }
//   func.func @difference(%x: memref<4xf32> {llvm.noalias}, %y: memref<4xf32> {llvm.noalias}, %result: memref<4xf32> {llvm.noalias}) {
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%result : memref<4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %0 = arith.mulf %arg0, %arg1 : f32
//       linalg.yield %0 : f32
//     }
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%result, %y : memref<4xf32>, memref<4xf32>) outs(%result : memref<4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %0 = arith.subf %arg0, %arg1 fastmath<contract> : f32
//       linalg.yield %0 : f32
//     }
//     return
//   }
// }

// -----
// Constants of one value are scalars, and a scalar condition is one for all elements.
func.func @pointwise(%c: i1, %x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<4x?xi1> {
  %s = arith.select %c, %x, %y : tensor<4x?xf32>
  %t = math.tanh %s : tensor<4x?xf32>
  %r = arith.cmpf olt, %t, %y : tensor<4x?xf32>
  return %r : tensor<4x?xi1>
}
func.func @doubled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %r = arith.mulf %x, %two : tensor<4xf32>
  return %r : tensor<4xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0) -> (d0)>
// module {
//   func.func @pointwise(%c: i1, %x: memref<4x?xf32> {llvm.noalias}, %y: memref<4x?xf32> {llvm.noalias}, %result: memref<4x?xi1> {llvm.noalias}) {
//     %0 = arith.constant 1 : index
//     %1 = memref.dim %x, %0 : memref<4x?xf32>
//     %2 = memref.alloc(%1) : memref<4x?xf32>
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4x?xf32>, memref<4x?xf32>) outs(%2 : memref<4x?xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//       %7 = arith.select %c, %arg0, %arg1 : f32
//       linalg.yield %7 : f32
//     }
//     %3 = arith.constant 1 : index
//     %4 = memref.dim %2, %3 : memref<4x?xf32>
//     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : memref<4x?xf32>) outs(%2 : memref<4x?xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       %7 = math.tanh %arg0 : f32
//       linalg.yield %7 : f32
//     }
//     %5 = arith.constant 1 : index
//     %6 = memref.dim %2, %5 : memref<4x?xf32>
//     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %y : memref<4x?xf32>, memref<4x?xf32>) outs(%result : memref<4x?xi1>) {
//     ^bb0(%arg0: f32, %arg1: f32, %arg2: i1):
//       %7 = arith.cmpf olt, %arg0, %arg1 : f32
//       linalg.yield %7 : i1
//     }
//     memref.dealloc %2 : memref<4x?xf32>
//     return
//   }
//   func.func @doubled(%x: memref<4xf32> {llvm.noalias}, %result: memref<4xf32> {llvm.noalias}) {
//     %0 = arith.constant 2.000000e+00 : f32
//     linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%x : memref<4xf32>) outs(%result : memref<4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       %1 = arith.mulf %arg0, %0 : f32
//       linalg.yield %1 : f32
//     }
//     return
//   }
// }

// -----
// The place of a part that is known at run time alone.
func.func @window(%x: tensor<8x16xf32>, %cache: tensor<?x16xf32>, %i: index, %n: index) -> (tensor<?xf32>, tensor<?x16xf32>) {
  %row = tensor.extract_slice %x[%i, 1] [1, %n] [1, 2] : tensor<8x16xf32> to tensor<?xf32>
  %new = tensor.extract_slice %x[2, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<1x16xf32>
  %next = tensor.insert_slice %new into %cache[%i, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<?x16xf32>
  return %row, %next : tensor<?xf32>, tensor<?x16xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0 + 2, d1)>
// #map1 = affine_map<(d0, d1) -> (d0, d1)>
// module {
//   func.func @window(%x: memref<8x16xf32> {llvm.noalias}, %cache: memref<?x16xf32> {llvm.noalias}, %i: index, %n: index, %result: memref<?xf32> {llvm.noalias}) {
//     affine.for %i0 = 0 to %n {
//       %1 = arith.constant 2 : index
//       %2 = arith.muli %i0, %1 : index
//       %3 = arith.constant 1 : index
//       %4 = arith.addi %2, %3 : index
//       %5 = memref.load %x[%i, %4] : memref<8x16xf32>
//       memref.store %5, %result[%i0] : memref<?xf32>
//     }
//     %0 = memref.alloc() : memref<1x16xf32>
//     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%x : memref<8x16xf32>) outs(%0 : memref<1x16xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     affine.for %i0 = 0 to 1 {
//       affine.for %i1 = 0 to 16 {
//         %1 = arith.addi %i0, %i : index
//         %2 = memref.load %0[%i0, %i1] : memref<1x16xf32>
//         memref.store %2, %cache[%1, %i1] : memref<?x16xf32>
//       }
//     }
//     memref.dealloc %0 : memref<1x16xf32>
//     return
//   }
// }

// -----
// One element is written over, in a copy where the tensor is read later.
func.func @insert(%x: tensor<4xf32>, %s: f32, %i: index) -> (tensor<4xf32>, f32) {
  %y = tensor.insert %s into %x[%i] : tensor<4xf32>
  %z = tensor.extract %x[%i] : tensor<4xf32>
  return %y, %z : tensor<4xf32>, f32
}
// EXPECTED
// module {
//   func.func @insert(%x: memref<4xf32> {llvm.noalias}, %s: f32, %i: index, %result: memref<4xf32> {llvm.noalias}) -> f32 {
//     linalg.copy ins(%x : memref<4xf32>) outs(%result : memref<4xf32>)
//     memref.store %s, %result[%i] : memref<4xf32>
//     %z = memref.load %x[%i] : memref<4xf32>
//     return %z : f32
//   }
// }

// -----
func.func @made(%s: f32, %n: index) -> (tensor<?x3xf32>, tensor<2x2xf32>, tensor<?xindex>) {
  %a = tensor.splat %s[%n] : tensor<?x3xf32>
  %b = tensor.from_elements %s, %s, %s, %s : tensor<2x2xf32>
  %c = tensor.generate %n {
  ^bb0(%i: index):
    %d = arith.addi %i, %n : index
    tensor.yield %d : index
  } : tensor<?xindex>
  return %a, %b, %c : tensor<?x3xf32>, tensor<2x2xf32>, tensor<?xindex>
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @made(%s: f32, %n: index, %result: memref<?x3xf32> {llvm.noalias}, %result_0: memref<2x2xf32> {llvm.noalias}, %result_1: memref<?xindex> {llvm.noalias}) {
//     linalg.fill ins(%s : f32) outs(%result : memref<?x3xf32>)
//     %0 = arith.constant 0 : index
//     %1 = arith.constant 0 : index
//     memref.store %s, %result_0[%0, %1] : memref<2x2xf32>
//     %2 = arith.constant 0 : index
//     %3 = arith.constant 1 : index
//     memref.store %s, %result_0[%2, %3] : memref<2x2xf32>
//     %4 = arith.constant 1 : index
//     %5 = arith.constant 0 : index
//     memref.store %s, %result_0[%4, %5] : memref<2x2xf32>
//     %6 = arith.constant 1 : index
//     %7 = arith.constant 1 : index
//     memref.store %s, %result_0[%6, %7] : memref<2x2xf32>
//     linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%result_1 : memref<?xindex>) {
//     ^bb0(%arg0: index):
//       %8 = linalg.index 0 : index
//       %d = arith.addi %8, %n : index
//       linalg.yield %d : index
//     }
//     return
//   }
// }

// -----
// Full tiles, tiles that are padded, tiles of which some elements are padding, and tiles of extents that are not fixed.
func.func @tiles(%x: tensor<16x8xf32>, %y: tensor<5x7xf32>, %z: tensor<2x3x2x4xf32>, %u: tensor<?x?x4xf32>, %pad: f32,
    %e: tensor<2x2x8x4xf32>, %f: tensor<3x2x4x2xf32>, %g: tensor<4x9xf32>, %h: tensor<?x?xf32>)
    -> (tensor<2x2x8x4xf32>, tensor<3x2x4x2xf32>, tensor<4x9xf32>, tensor<?x?xf32>) {
  %p = tensor.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e : tensor<16x8xf32> -> tensor<2x2x8x4xf32>
  %q = tensor.pack %y padding_value(%pad : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %f : tensor<5x7xf32> -> tensor<3x2x4x2xf32>
  %r = tensor.unpack %z outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %g : tensor<2x3x2x4xf32> -> tensor<4x9xf32>
  %s = tensor.unpack %u inner_dims_pos = [1] inner_tiles = [4] into %h : tensor<?x?x4xf32> -> tensor<?x?xf32>
  return %p, %q, %r, %s : tensor<2x2x8x4xf32>, tensor<3x2x4x2xf32>, tensor<4x9xf32>, tensor<?x?xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d2, d1 * 4 + d3)>
// #map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// #map2 = affine_map<(d0, d1) -> (d0, d1)>
// #map3 = affine_map<(d0, d1) -> (d0 mod 6, d1 mod 8)>
// #map4 = affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d3, d1 * 4 + d2)>
// #map5 = affine_map<(d0, d1) -> (d0 floordiv 2, d1 floordiv 4, d0 mod 2, d1 mod 4)>
// #map6 = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>
// module {
//   func.func @tiles(%x: memref<16x8xf32> {llvm.noalias}, %y: memref<5x7xf32> {llvm.noalias}, %z: memref<2x3x2x4xf32> {llvm.noalias}, %u: memref<?x?x4xf32> {llvm.noalias}, %pad: f32, %e: memref<2x2x8x4xf32> {llvm.noalias}, %f: memref<3x2x4x2xf32> {llvm.noalias}, %g: memref<4x9xf32> {llvm.noalias}, %h: memref<?x?xf32> {llvm.noalias}) {
//     linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : memref<16x8xf32>) outs(%e : memref<2x2x8x4xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     %0 = memref.alloc() : memref<6x8xf32>
//     linalg.fill ins(%pad : f32) outs(%0 : memref<6x8xf32>)
//     linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%y : memref<5x7xf32>) outs(%0 : memref<6x8xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : memref<6x8xf32>) outs(%f : memref<3x2x4x2xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     memref.dealloc %0 : memref<6x8xf32>
//     linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%z : memref<2x3x2x4xf32>) outs(%g : memref<4x9xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     linalg.generic {indexing_maps = [#map6, #map2], iterator_types = ["parallel", "parallel"]} ins(%u : memref<?x?x4xf32>) outs(%h : memref<?x?xf32>) {
//     ^bb0(%arg0: f32, %arg1: f32):
//       linalg.yield %arg0 : f32
//     }
//     return
//   }
// }

// -----
// What pads is not known where extents are not fixed.
func.func @open_tiles(%x: tensor<?xf32>, %e: tensor<?x4xf32>, %pad: f32) -> tensor<?x4xf32> {
  %p = tensor.pack %x padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<?xf32> -> tensor<?x4xf32>
  return %p : tensor<?x4xf32>
}
// EXPECTED
// kept: `tensor.pack` on tensors is not given memrefs
// module {
//   func.func @open_tiles(%x: tensor<?xf32>, %e: tensor<?x4xf32>, %pad: f32) -> tensor<?x4xf32> {
//     %p = tensor.pack %x padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<?xf32> -> tensor<?x4xf32>
//     return %p : tensor<?x4xf32>
//   }
// }

// -----
// Rows of a product one after the other, in the place of what the loop starts from, and two tensors of which one is computed anew.
func.func @rows(%x: tensor<8x4xf32>, %n: index, %out: tensor<8x4xf32>, %s: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %t = scf.for %i = %c0 to %n step %c1 iter_args(%p = %out, %q = %s) -> (tensor<8x4xf32>, tensor<4xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %sum = arith.addf %row, %q : tensor<4xf32>
    %next = tensor.insert_slice %sum into %p[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    scf.yield %next, %sum : tensor<8x4xf32>, tensor<4xf32>
  }
  return %r, %t : tensor<8x4xf32>, tensor<4xf32>
}
// What two tensors exchange goes through a third.
func.func @exchange(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %t = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %q, %p : tensor<4xf32>, tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @rows(%x: memref<8x4xf32> {llvm.noalias}, %n: index, %out: memref<8x4xf32> {llvm.noalias}, %s: memref<4xf32> {llvm.noalias}) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.for %i = %c0 to %n step %c1 {
//       %0 = memref.alloc() : memref<4xf32>
//       affine.for %i0 = 0 to 4 {
//         %1 = memref.load %x[%i, %i0] : memref<8x4xf32>
//         memref.store %1, %0[%i0] : memref<4xf32>
//       }
//       linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0, %s : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>) {
//       ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//         %1 = arith.addf %arg0, %arg1 : f32
//         linalg.yield %1 : f32
//       }
//       affine.for %i0 = 0 to 4 {
//         %1 = memref.load %0[%i0] : memref<4xf32>
//         memref.store %1, %out[%i, %i0] : memref<8x4xf32>
//       }
//       linalg.copy ins(%0 : memref<4xf32>) outs(%s : memref<4xf32>)
//       memref.dealloc %0 : memref<4xf32>
//     }
//     return
//   }
//   func.func @exchange(%x: memref<4xf32> {llvm.noalias}, %y: memref<4xf32> {llvm.noalias}, %n: index) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.for %i = %c0 to %n step %c1 {
//       %0 = memref.alloc() : memref<4xf32>
//       linalg.copy ins(%y : memref<4xf32>) outs(%0 : memref<4xf32>)
//       %1 = memref.alloc() : memref<4xf32>
//       linalg.copy ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
//       linalg.copy ins(%0 : memref<4xf32>) outs(%x : memref<4xf32>)
//       memref.dealloc %0 : memref<4xf32>
//       linalg.copy ins(%1 : memref<4xf32>) outs(%y : memref<4xf32>)
//       memref.dealloc %1 : memref<4xf32>
//     }
//     return
//   }
// }

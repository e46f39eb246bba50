// RUN: parse
// Layouts of allocations: a map with a symbol, by alias and in place.
#skewed = affine_map<(d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)>
func.func @layouts(%n: index) {
  %a = memref.alloc()[%n] : memref<4x4xf32, #skewed>
  %b = memref.alloc()[%n] : memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)>>
  return
}
// EXPECTED
// #map = affine_map<(d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)>
// module {
//   func.func @layouts(%n: index) {
//     %a = memref.alloc()[%n] : memref<4x4xf32, #map>
//     %b = memref.alloc()[%n] : memref<4x4xf32, #map>
//     return
//   }
// }

// -----
// A triangular domain, and a loop whose bound another loop's variable gives.
#from = affine_map<(i) -> (i)>
#below = affine_set<(i, j)[n] : (i - j >= 0, n - i - 1 >= 0)>
func.func @triangle(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = #from(%i) to %n step 2 {
      affine.if #below(%j, %i)[%n] {
        %x = affine.load %A[%i + symbol(%n) - 1, %j] : memref<?x?xf32>
        affine.store %x, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0)>
// module {
//   func.func @triangle(%A: memref<?x?xf32>, %n: index) {
//     affine.for %i = 0 to %n {
//       affine.for %j = #map(%i) to %n step 2 {
//         affine.if #set(%j, %i)[%n] {
//           %x = affine.load %A[%i + symbol(%n) - 1, %j] : memref<?x?xf32>
//           affine.store %x, %A[%j, %i] : memref<?x?xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// Padding: what lies outside the interior is zero.
#interior = affine_set<(i, j) : (i - 1 >= 0, j - 1 >= 0, 10 - i >= 0, 10 - j >= 0)>
func.func @pad(%in: memref<10x10xf32>, %out: memref<12x12xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      %v = affine.if #interior(%i, %j) -> f32 {
        %x = affine.load %in[%i - 1, %j - 1] : memref<10x10xf32>
        affine.yield %x : f32
      } else {
        affine.yield %zero : f32
      }
      affine.store %v, %out[%i, %j] : memref<12x12xf32>
    }
  }
  return
}
// EXPECTED
// #set = affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0, -d0 + 10 >= 0, -d1 + 10 >= 0)>
// module {
//   func.func @pad(%in: memref<10x10xf32>, %out: memref<12x12xf32>) {
//     %zero = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to 12 {
//       affine.for %j = 0 to 12 {
//         %v = affine.if #set(%i, %j) -> f32 {
//           %x = affine.load %in[%i - 1, %j - 1] : memref<10x10xf32>
//           affine.yield %x : f32
//         } else {
//           affine.yield %zero : f32
//         }
//         affine.store %v, %out[%i, %j] : memref<12x12xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Clamps, and positions taken apart by division.
func.func @index_arithmetic(%linear: index, %A: memref<16x224x224xf32>) -> f32 {
  %least = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%linear)[%linear]
  %most = affine.max affine_map<(d0) -> (1000, d0 + 512)>(%linear)
  %plane = affine.apply affine_map<()[s0] -> (s0 floordiv 50176)>()[%linear]
  %row = affine.apply affine_map<()[s0] -> ((s0 mod 50176) floordiv 224)>()[%linear]
  %column = affine.apply affine_map<()[s0] -> (s0 mod 224)>()[%linear]
  %x = affine.load %A[symbol(%plane), symbol(%row), symbol(%column)] : memref<16x224x224xf32>
  return %x : f32
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>
// #map1 = affine_map<(d0) -> (1000, d0 + 512)>
// #map2 = affine_map<()[s0] -> (s0 floordiv 50176)>
// #map3 = affine_map<()[s0] -> ((s0 mod 50176) floordiv 224)>
// #map4 = affine_map<()[s0] -> (s0 mod 224)>
// module {
//   func.func @index_arithmetic(%linear: index, %A: memref<16x224x224xf32>) -> f32 {
//     %least = affine.min #map(%linear)[%linear]
//     %most = affine.max #map1(%linear)
//     %plane = affine.apply #map2()[%linear]
//     %row = affine.apply #map3()[%linear]
//     %column = affine.apply #map4()[%linear]
//     %x = affine.load %A[symbol(%plane), symbol(%row), symbol(%column)] : memref<16x224x224xf32>
//     return %x : f32
//   }
// }

// -----
// Operations of the dialect without a table row, in generic form.
// not compared: MLIR prints custom forms of operations without a table row.
func.func @parallel(%A: memref<8xf32>) {
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
    %x = affine.load %A[%i] : memref<8xf32>
    affine.yield
  }) : () -> ()
  return
}
// EXPECTED
// module {
//   func.func @parallel(%A: memref<8xf32>) {
//     affine.parallel (%i) = (0) to (8) {
//       %x = affine.load %A[%i] : memref<8xf32>
//     }
//     return
//   }
// }

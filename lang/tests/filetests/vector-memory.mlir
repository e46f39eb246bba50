// RUN: parse
// A map that is what MLIR takes when there is none is not printed, nor are bounds that promise nothing.
func.func @transfers(%m: memref<?x?xf32>, %t: tensor<4x8xf32>, %e: memref<?xvector<4xf32>>, %s: memref<f32>, %v: vector<2x3xf32>, %k: vector<2x3xi1>, %p: f32, %q: vector<4xf32>, %i: index) -> tensor<4x8xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x3xf32>
  %1 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d1)>, in_bounds = [false, false]} : memref<?x?xf32>, vector<2x3xf32>
  %2 = vector.transfer_read %t[%i, %i], %p, %k {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : tensor<4x8xf32>, vector<2x3xf32>
  %3 = vector.transfer_read %t[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1, 0)>, in_bounds = [false, true]} : tensor<4x8xf32>, vector<2x3xf32>
  %4 = vector.transfer_read %e[%i], %q : memref<?xvector<4xf32>>, vector<2x4xf32>
  %5 = vector.transfer_read %s[], %p : memref<f32>, vector<f32>
  vector.transfer_write %v, %m[%i, %i], %k : vector<2x3xf32>, memref<?x?xf32>
  %6 = vector.transfer_write %v, %t[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x3xf32>, tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d1, 0)>
// #map1 = affine_map<(d0, d1) -> (d1, d0)>
// module {
//   func.func @transfers(%m: memref<?x?xf32>, %t: tensor<4x8xf32>, %e: memref<?xvector<4xf32>>, %s: memref<f32>, %v: vector<2x3xf32>, %k: vector<2x3xi1>, %p: f32, %q: vector<4xf32>, %i: index) -> tensor<4x8xf32> {
//     %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x3xf32>
//     %1 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x3xf32>
//     %2 = vector.transfer_read %t[%i, %i], %p, %k {in_bounds = [true, false]} : tensor<4x8xf32>, vector<2x3xf32>
//     %3 = vector.transfer_read %t[%i, %i], %p {in_bounds = [false, true], permutation_map = #map} : tensor<4x8xf32>, vector<2x3xf32>
//     %4 = vector.transfer_read %e[%i], %q : memref<?xvector<4xf32>>, vector<2x4xf32>
//     %5 = vector.transfer_read %s[], %p : memref<f32>, vector<f32>
//     vector.transfer_write %v, %m[%i, %i], %k : vector<2x3xf32>, memref<?x?xf32>
//     %6 = vector.transfer_write %v, %t[%i, %i] {permutation_map = #map1} : vector<2x3xf32>, tensor<4x8xf32>
//     return %6 : tensor<4x8xf32>
//   }
// }

// -----
func.func @accesses(%m: memref<?x?xf32>, %t: tensor<8xf32>, %k: vector<4xi1>, %v: vector<4xf32>, %a: vector<4xi32>, %b: vector<2x4xindex>, %n: vector<2x4xi1>, %w: vector<2x4xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x?xf32>, vector<2x4xf32>
  vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.expandload %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.gather %m[%i, %i] [%a], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.gather %t[%i] [%b], %n, %w : tensor<8xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  vector.scatter %m[%i, %i] [%a], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
// EXPECTED
// module {
//   func.func @accesses(%m: memref<?x?xf32>, %t: tensor<8xf32>, %k: vector<4xi1>, %v: vector<4xf32>, %a: vector<4xi32>, %b: vector<2x4xindex>, %n: vector<2x4xi1>, %w: vector<2x4xf32>, %i: index) {
//     %0 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x?xf32>, vector<2x4xf32>
//     vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
//     %1 = vector.maskedload %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//     vector.maskedstore %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
//     %2 = vector.expandload %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//     vector.compressstore %m[%i, %i], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
//     %3 = vector.gather %m[%i, %i] [%a], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//     %4 = vector.gather %t[%i] [%b], %n, %w : tensor<8xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
//     vector.scatter %m[%i, %i] [%a], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
//     return
//   }
// }

// -----
func.func @type_casts(%m: memref<2x3xf32>, %n: memref<4xvector<3xf32>>) {
  %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
  %1 = vector.type_cast %n : memref<4xvector<3xf32>> to memref<vector<4x3xf32>>
  return
}
// EXPECTED
// module {
//   func.func @type_casts(%m: memref<2x3xf32>, %n: memref<4xvector<3xf32>>) {
//     %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
//     %1 = vector.type_cast %n : memref<4xvector<3xf32>> to memref<vector<4x3xf32>>
//     return
//   }
// }

// -----
func.func @masks(%v: vector<4xf32>, %m: memref<?xf32>, %k: vector<4xi1>, %p: f32, %i: index) -> vector<4xf32> {
  %0 = vector.create_mask %i, %i : vector<2x[4]xi1>
  %1 = vector.create_mask %i : vector<i1>
  %2 = vector.constant_mask [2, 4] : vector<3x[4]xi1>
  %3 = vector.constant_mask [0] : vector<i1>
  %4 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %5 = vector.mask %k, %v { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  vector.mask %k { } : vector<4xi1>
  %6 = vector.mask %k { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %6 : vector<4xf32>
}
// EXPECTED
// module {
//   func.func @masks(%v: vector<4xf32>, %m: memref<?xf32>, %k: vector<4xi1>, %p: f32, %i: index) -> vector<4xf32> {
//     %0 = vector.create_mask %i, %i : vector<2x[4]xi1>
//     %1 = vector.create_mask %i : vector<i1>
//     %2 = vector.constant_mask [2, 4] : vector<3x[4]xi1>
//     %3 = vector.constant_mask [0] : vector<i1>
//     %4 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
//     %5 = vector.mask %k, %v { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
//     vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
//     vector.mask %k { vector.yield } : vector<4xi1>
//     %6 = vector.mask %k { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
//     return %6 : vector<4xf32>
//   }
// }

// -----
func.func @warps(%lane: index, %v: vector<4xf32>) -> vector<1xf32> {
  %0 = vector.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<1xf32>) {
  ^bb0(%w: vector<128xf32>):
    %1 = vector.extract_strided_slice %w {offsets = [0], sizes = [32], strides = [1]} : vector<128xf32> to vector<32xf32>
    vector.yield %1 : vector<32xf32>
  }
  vector.warp_execute_on_lane_0(%lane)[32] {
    vector.print str "once"
  }
  return %0 : vector<1xf32>
}
// EXPECTED
// module {
//   func.func @warps(%lane: index, %v: vector<4xf32>) -> vector<1xf32> {
//     %0 = vector.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<1xf32>) {
//     ^bb0(%w: vector<128xf32>):
//       %1 = vector.extract_strided_slice %w {offsets = [0 : i64], sizes = [32 : i64], strides = [1 : i64]} : vector<128xf32> to vector<32xf32>
//       vector.yield %1 : vector<32xf32>
//     }
//     vector.warp_execute_on_lane_0(%lane)[32] {
//       vector.print str "once"
//     }
//     return %0 : vector<1xf32>
//   }
// }

// RUN: parse-error
func.func @f(%i: index) {
  %0 = vector.create_mask %i : vector<2x3xi1>
  return
}
// EXPECTED
// 3:8: `vector.create_mask`: found 1 operand for a mask of rank 2 (expected an operand for each dimension of the result vector)

// -----
func.func @f() {
  %0 = vector.create_mask : vector<i1>
  return
}
// EXPECTED
// 2:8: `vector.create_mask`: found 0 operands for a mask of rank 0 (expected one operand, which says whether the 0-D vector is set)

// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<2x3xi1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: found an array attr of 1 extent (expected 2, the rank of the result vector)

// -----
func.func @f() {
  %0 = vector.constant_mask [2, 4] : vector<2x3xi1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: the size 4 is out of the bounds of dimension 1 of the result vector (expected 0 to 3)

// -----
func.func @f() {
  %0 = vector.constant_mask [0, 1] : vector<2x3xi1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: some of the mask dim sizes are zero and others are not (expected zeros only: nothing is below an extent of zero)

// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: the size 2 sets a part of the scalable dimension 0 (expected all of it to be set, or none)

// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<i1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: the mask dim size is 2 (expected 0 or 1 for a 0-D vector)

// -----
func.func @f() {
  %0 = vector.constant_mask [] : vector<i1>
  return
}
// EXPECTED
// 2:8: `vector.constant_mask`: found an array attr of 0 extents (expected the length 1 for a 0-D vector)

// -----
func.func @f(%v: vector<4xf32>, %m: vector<3xi1>) {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<3xi1> -> f32
  return
}
// EXPECTED
// 2:8: `vector.mask`: the mask of the maskable operation has the type `vector<3xi1>` (expected `vector<4xi1>`)

// -----
func.func @f(%v: vector<4xf32>, %m: vector<4xi1>) {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f64
  return
}
// EXPECTED
// 2:8: `vector.mask`: the result types are not those of the maskable operation inside (expected them to match)

// -----
func.func @f(%v: vector<4xf32>, %m: vector<4xi1>) {
  %0 = vector.mask %m {
    %a = arith.addf %v, %v : vector<4xf32>
    vector.reduction <add>, %a : vector<4xf32> into f32
  } : vector<4xi1> -> f32
  return
}
// EXPECTED
// 2:8: `vector.mask`: the mask region has 2 operations (expected at most one to mask)

// -----
func.func @f(%v: vector<4xf32>, %p: f32, %m: vector<4xi1>) {
  %0 = vector.mask %m, %p { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// EXPECTED
// 2:8: `vector.mask`: passes lanes through beside the maskable operation `vector.reduction` (expected no passthru argument but of a `vector.transfer_read`)

// -----
func.func @f(%v: vector<4xf32>, %m: vector<4xi1>) {
  %0 = vector.mask %m { vector.yield %v, %v : vector<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.mask`: the mask region yields 2 values (expected 1, the number of results)

// -----
func.func @f(%v: vector<4xf32>, %p: vector<4xf32>, %m: vector<4xi1>) {
  vector.mask %m, %p { vector.yield } : vector<4xi1>
  return
}
// EXPECTED
// 2:19: found a passthru value and no result (expected a result, in which the passthru value fills lanes)

// -----
func.func @f(%s: memref<8x8xf32>, %p: f32, %i: index, %m: vector<3x2xi1>) {
  %0 = vector.mask %m { vector.transfer_read %s[%i, %i], %p : memref<8x8xf32>, vector<2x3xf32> } : vector<3x2xi1> -> vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.mask`: the mask of the maskable operation has the type `vector<3x2xi1>` (expected `vector<2x3xi1>`)

// -----
func.func @f(%v: vector<2x3xf32>, %w: vector<3xf32>, %a: vector<2xf32>, %m: vector<3x2xi1>) {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} %v, %w, %a : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<3x2xi1> -> vector<2xf32>
  return
}
// EXPECTED
// 2:8: `vector.mask`: the mask of the maskable operation has the type `vector<3x2xi1>` (expected `vector<2x3xi1>`)

// -----
func.func @f(%i: index) {
  %0 = vector.warp_execute_on_lane_0(%i)[32] -> (vector<1xf32>) {
  }
  return
}
// EXPECTED
// 2:8: `vector.warp_execute_on_lane_0`: 0 yield operands for 1 return value (expected as many)

// -----
func.func @f(%i: index, %v: vector<4xf32>) {
  vector.warp_execute_on_lane_0(%i)[32] args(%v : vector<4xf32>) {
  }
  return
}
// EXPECTED
// 2:3: `vector.warp_execute_on_lane_0`: 1 op argument for 0 arguments of the block (expected as many)

// -----
func.func @f(%i: index, %v: vector<4xf32>) {
  vector.warp_execute_on_lane_0(%i)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<100xf32>):
  }
  return
}
// EXPECTED
// 2:3: `vector.warp_execute_on_lane_0`: the dimensions of `vector<100xf32>` and `vector<4xf32>` give a distribution over 25 threads (expected 32, the size of the warp)

// -----
func.func @f(%i: index, %v: vector<4xf32>) {
  vector.warp_execute_on_lane_0(%i)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<5xf32>):
  }
  return
}
// EXPECTED
// 2:3: `vector.warp_execute_on_lane_0`: dimension #0 of the expanded vector is 5, of the distributed vector 4 (expected a multiple)

// -----
func.func @f(%i: index, %v: vector<4xf32>) {
  vector.warp_execute_on_lane_0(%i)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<128x1xf32>):
  }
  return
}
// EXPECTED
// 2:3: `vector.warp_execute_on_lane_0`: the vector `vector<128x1xf32>` is distributed as `vector<4xf32>` (expected the same rank and element type)

// -----
func.func @f(%i: index, %v: f32) {
  vector.warp_execute_on_lane_0(%i)[32] args(%v : f32) {
  ^bb0(%a: vector<32xf32>):
  }
  return
}
// EXPECTED
// 2:3: `vector.warp_execute_on_lane_0`: `vector<32xf32>` is distributed as `f32` (expected operands of vector type, or of the same type inside)

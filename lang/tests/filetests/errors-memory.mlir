// RUN: parse-error
func.func @f(%m: memref<4x4xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4x4xf32>
  return
}
// EXPECTED
// 3:8: `memref.load`: the number of indices is 1 (expected 2, the rank of the memref)

// -----
func.func @f(%n: index) {
  %0 = memref.alloc() : memref<?xf32>
  return
}
// EXPECTED
// 2:8: `memref.alloc`: the allocation is given 0 extents (dimension operand count does not equal memref dynamic dimension count, 1)

// -----
func.func @f(%n: index) {
  %0 = memref.alloc(%n, %n) : memref<?xf32>
  return
}
// EXPECTED
// 2:8: `memref.alloc`: the allocation is given 2 extents (dimension operand count does not equal memref dynamic dimension count, 1)

// -----
func.func @f(%n: index) {
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}
// EXPECTED
// 2:8: `memref.alloc`: the allocation is given 0 symbols (symbol operand count does not equal memref symbol count: expected 1)

// -----
func.func @f(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}
// EXPECTED
// 2:8: `memref.cast`: found the types `memref<4xf32>`, `memref<5xf32>` (requires the same shape for all operands and results)

// -----
func.func @f(%m: memref<4xf32>, %n: memref<4xf64>) {
  memref.copy %m, %n : memref<4xf32> to memref<4xf64>
  return
}
// EXPECTED
// 2:3: `memref.copy`: found the types `memref<4xf32>`, `memref<4xf64>` (requires the same element type for all operands)

// -----
func.func @f(%m: memref<*xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<*xf32>
  return
}
// EXPECTED
// 2:8: `memref.load`: operand #0 must be memref of any type values, but got `memref<*xf32>`

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extract %v[4] : f32 from vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: position #1 is 4, outside the dimension of the vector (expected one from 0 to 3)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extract %v[0] : f64 from vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: found the types `vector<4xf32>`, `f64` (failed to verify that all of {vector, result} have same element type)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extract %v[0, 0] : f32 from vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: found 2 positions (expected at most 1, the rank of the vector)

// -----
func.func @f(%v: vector<4xf32>, %x: f64) {
  %0 = vector.insert %x, %v[0] : f64 into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert`: found the types `f64`, `vector<4xf32>` (failed to verify that all of {source, dest} have same element type)

// -----
func.func @f(%x: f32) {
  %0 = vector.broadcast %x : f32 to vector<4xf64>
  return
}
// EXPECTED
// 2:8: `vector.broadcast`: found the types `f32`, `vector<4xf64>` (failed to verify that all of {source, vector} have same element type)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<8xf32>
  return
}
// EXPECTED
// 2:8: `vector.broadcast`: dimension 0 of the source has 4 lanes, the dimension of the result for it 8 (expected no mismatch, or one lane to stretch)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <sum>, %v : vector<4xf32> into f32
  return
}
// EXPECTED
// 2:25: found `<sum>` (expected one of add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <and>, %v : vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.reduction`: elements of type `f32` in a reduction of kind `and` (expected a kind for integers or for floats, as the elements are: others are unsupported)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f64
  return
}
// EXPECTED
// 2:8: `vector.reduction`: found the types `vector<4xf32>`, `f64` (failed to verify that all of {vector, dest} have same element type)

// -----
func.func @f(%x: f32) {
  %0 = vector.fma %x, %x, %x : f32
  return
}
// EXPECTED
// 2:8: `vector.fma`: operand #0 must be vector of floating-point values, but got `f32`

// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<4xf32>, vector<4xi32>
  return
}
// EXPECTED
// 2:8: `vector.load`: the base has elements of type `f32`, the result of `i32` (expected element types that match)

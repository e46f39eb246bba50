// RUN: parse-error
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i], %p : memref<4x8xf32>, vector<2x3xf32>
  return
}
// EXPECTED
// 3:8: `vector.transfer_read`: the number of indices is 1 (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i) -> (i)>} : memref<4x8xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the permutation_map `(d0) -> (d0)` has 1 input dims (expected 2, the rank of the source type)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (i)>} : memref<4x8xf32>, vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the permutation_map `(d0, d1) -> (d0)` has 1 result dim (expected 2, the rank of the vector type without that of an element)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (i + j)>} : memref<4x8xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: result 0 of the permutation_map is `d0 + d1` (expected a dim or the constant zero, as in a projected permutation)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (1)>, in_bounds = [true]} : memref<4x8xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: result 0 of the permutation_map is `1` (expected a dim or the constant zero, as in a projected permutation)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (i, i)>} : memref<4x8xf32>, vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the permutation_map `(d0, d1) -> (d0, d0)` has a dim more than once (expected a permutation)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (i, 0)>} : memref<4x8xf32>, vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: in_bounds says of the broadcast dimension 1 that it may leave the source (expected `true`)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true]} : memref<4x8xf32>, vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the in_bounds attr has 1 entry (expected 2, one for each of the permutation_map results)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>, %q: i32) {
  %0 = "vector.transfer_read"(%m, %i, %i, %q) {permutation_map = affine_map<(i, j) -> (i, j)>, in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 0>} : (memref<4x8xf32>, index, index, i32) -> vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the padding has the type `i32` (expected `f32`, the elemental type of the source)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>, %k: vector<3x2xi1>) {
  %0 = "vector.transfer_read"(%m, %i, %i, %p, %k) {permutation_map = affine_map<(i, j) -> (i, j)>, in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>} : (memref<4x8xf32>, index, index, f32, vector<3x2xi1>) -> vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the mask operand, whose type follows from the map, has the type `vector<3x2xi1>` (expected `vector<2x3xi1>`)

// -----
func.func @f(%m: memref<*xf32>, %p: f32) {
  %0 = vector.transfer_read %m[], %p : memref<*xf32>, vector<f32>
  return
}
// EXPECTED
// 2:40: found the type `memref<*xf32>` for the memory of a transfer (expected a memref or a ranked tensor)

// -----
func.func @f(%m: memref<4xf32>, %p: f32, %i: index) {
  %0 = vector.transfer_read %m[%i], %p : memref<4xf32>, f32
  return
}
// EXPECTED
// 2:42: found the type `f32` for what is transferred (expected a vector type)

// -----
func.func @f(%m: memref<4xvector<3xf32>>, %p: vector<3xf32>, %i: index) {
  %0 = vector.transfer_read %m[%i], %p : memref<4xvector<3xf32>>, vector<2x4xf32>
  return
}
// EXPECTED
// 2:8: `vector.transfer_read`: the minor 1-D vector has 128 bits, that of the source 96 (expected an integral multiple of the bitwidth)

// -----
func.func @f(%m: memref<4xvector<3xf32>>, %p: vector<3xf32>, %i: index, %k: vector<2xi1>) {
  %0 = vector.transfer_read %m[%i], %p, %k : memref<4xvector<3xf32>>, vector<2x3xf32>
  return
}
// EXPECTED
// 2:41: found a mask for memory of type `memref<4xvector<3xf32>>` (expected no masks where the element type is a vector)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  vector.transfer_write %v, %m[%i] : vector<2x3xf32>, memref<4x8xf32>
  return
}
// EXPECTED
// 2:3: `vector.transfer_write`: the number of indices is 1 (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(i, j) -> (i, 0)>, in_bounds = [true, true]} : vector<2x3xf32>, memref<4x8xf32>
  return
}
// EXPECTED
// 2:3: `vector.transfer_write`: the permutation map has broadcast dimensions (expected none: a lane is written to one place)

// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %p: f32, %v: vector<2x3xf32>) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(i, j) -> (j, j)>} : vector<2x3xf32>, memref<4x8xf32>
  return
}
// EXPECTED
// 2:3: `vector.transfer_write`: the permutation_map `(d0, d1) -> (d1, d1)` has a dim more than once (expected a permutation)

// -----
func.func @f(%m: memref<4x8xf32, strided<[8, 2]>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<4x8xf32, strided<[8, 2]>>, vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.load`: the minor memref dim, which is innermost, has a stride other than 1 (expected elements that are consecutive)

// -----
func.func @f(%m: memref<4xf32, affine_map<(i) -> (i * 2)>>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<4xf32, affine_map<(i) -> (i * 2)>>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.store`: the minor memref dim, which is innermost, has a stride other than 1 (expected elements that are consecutive)

// -----
func.func @f(%m: memref<4xvector<4xf32>>, %i: index) {
  %0 = vector.load %m[%i] : memref<4xvector<4xf32>>, vector<8xf32>
  return
}
// EXPECTED
// 2:8: `vector.load`: the base memref is of vectors `vector<4xf32>` and the result of type `vector<8xf32>` (expected types that match)

// -----
func.func @f(%m: memref<4xi32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<4xi32>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.store`: the base has elements of type `i32`, the valueToStore of `f32` (expected element types that match)

// -----
func.func @f(%m: memref<4x4xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<4x4xf32>, vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.load`: the number of indices is 1 (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.maskedload`: the base has elements of type `i32`, the result of `f32` (expected element types that match)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.maskedload`: the result has the shape [4], the mask [3] (expected every dim to match)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<3xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<4xf32>, vector<4xi1>, vector<3xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.expandload`: pass_thru has the type `vector<3xf32>`, the result `vector<4xf32>` (expected the same type)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.maskedstore`: the valueToStore has the shape [4], the mask [3] (expected every dim to match)

// -----
func.func @f(%m: memref<4xf32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.compressstore %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.compressstore`: the number of indices is 0 (expected 1, one for each dimension)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %a: vector<3xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.gather %m[%i][%a], %k, %v : memref<4xf32>, vector<3xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.gather`: the result has the shape [4], the indices [3] (expected every dim to match)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %a: vector<4xi32>, %k: vector<3xi1>, %v: vector<4xf32>) {
  %0 = vector.gather %m[%i][%a], %k, %v : memref<4xf32>, vector<4xi32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.gather`: the result has the shape [4], the mask [3] (expected every dim to match)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %a: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.gather %m[%i, %i][%a], %k, %v : memref<4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.gather`: the number of indices is 2 (expected 1, one for each dimension)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %a: vector<3xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.scatter %m[%i][%a], %k, %v : memref<4xf32>, vector<3xi32>, vector<4xi1>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.scatter`: the valueToStore has the shape [4], the indices [3] (expected every dim to match)

// -----
func.func @f(%m: memref<4xf32>, %i: index, %a: vector<4xi32>, %k: vector<3xi1>, %v: vector<4xf32>) {
  vector.scatter %m[%i][%a], %k, %v : memref<4xf32>, vector<4xi32>, vector<3xi1>, vector<4xf32>
  return
}
// EXPECTED
// 2:3: `vector.scatter`: the valueToStore has the shape [4], the mask [3] (expected every dim to match)

// RUN: parse-error
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.load %m[%i] : memref<8x4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.load`: has 1 indices for `memref<8x4xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.load %m[%i, %i, %i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:8: `krnl.load`: has 3 indices for `memref<8x4xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.load %m[%x, %i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:21: `%x` has the type `f32` (expected `index`, the type that the operation states: a use expects the same type as prior uses)
//   1:46: defined here

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.load %m[%i, %i] : memref<8x4xf64>
  return
}
// EXPECTED
// 2:18: `%m` has the type `memref<8x4xf32>` (expected `memref<8x4xf64>`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f(%t: tensor<8xf32>, %i: index) {
  %0 = krnl.load %t[%i] : tensor<8xf32>
  return
}
// EXPECTED
// 2:8: `krnl.load`: operand #0 must be memref of any type values, but got `tensor<8xf32>`

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = "krnl.load"(%m, %i, %i) : (memref<8x4xf32>, index, index) -> f64
  return
}
// EXPECTED
// 3:8: `krnl.load`: `result` has the type `f64`, not `f32` (failed to verify that result type matches element type of memref)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.store %x, %m[%i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:3: `krnl.store`: has 1 indices for `memref<8x4xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.store %i, %m[%i, %i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:14: `%i` has the type `index` (expected `f32`, the type that the operation states: a use expects the same type as prior uses)
//   1:35: defined here

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.store %x, %m[%i, %i] : memref<*xf32>
  return
}
// EXPECTED
// 2:18: `%m` has the type `memref<8x4xf32>` (expected `memref<*xf32>`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.get_linear_offset_index %m at [%i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:8: `krnl.get_linear_offset_index`: has 1 indices for `memref<8x4xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.get_linear_offset_index %m [%i, %i] : memref<8x4xf32>
  return
}
// EXPECTED
// 2:40: found `[` (expected `at`)

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = "krnl.get_linear_offset_index"(%m, %i) {map = affine_map<(d0, d1) -> (d0, d1)>} : (memref<8x4xf32>, index) -> index
  return
}
// EXPECTED
// 3:8: `krnl.get_linear_offset_index`: the operand count and the dimension and symbol count of the affine map must match: found 1 operand (expected 2 for its dimensions and 0 for its symbols)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.prefetch %m[%i], read, locality<3>, data : memref<8x4xf32>
  return
}
// EXPECTED
// 2:3: `krnl.prefetch`: has 1 indices for `memref<8x4xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.prefetch %m[%i, %i], read, locality<4>, data : memref<8x4xf32>
  return
}
// EXPECTED
// 2:3: `krnl.prefetch`: the locality is 4 (expected a number from 0, of none, to 3, of much)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.prefetch %m[%i, %i], reads, locality<3>, data : memref<8x4xf32>
  return
}
// EXPECTED
// 2:29: found `reads` (expected the rw specifier `read` or `write`)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.prefetch %m[%i, %i], read, locality<3>, cache : memref<8x4xf32>
  return
}
// EXPECTED
// 2:48: found `cache` (expected the cache type `data` or `instr`)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.memset %m, %i : memref<8x4xf32>
  return
}
// EXPECTED
// 2:19: `%i` has the type `index` (expected `f32`, the type that the operation states: a use expects the same type as prior uses)
//   1:35: defined here

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  krnl.memset %m, %x {delayed = 1 : i64} : memref<8x4xf32>
  return
}
// EXPECTED
// 2:3: `krnl.memset`: the attribute `delayed` is `1 : i64` (failed to satisfy the constraint: bool attribute)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<8x4xf64>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<8x4xf64>` (expected elements that are vectors)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<8x1xvector<4xf64>>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<8x1xvector<4xf64>>` (expected vectors of the same elements)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<8x2xvector<4xf32>>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<8x2xvector<4xf32>>` (expected as many vectors as the elements of the last dimension fill)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<4x1xvector<4xf32>>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<4x1xvector<4xf32>>` (expected the same extents but for the last)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<8x?xvector<4xf32>>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<8x?xvector<4xf32>>` (expected as many vectors as the elements of the last dimension fill)

// -----
func.func @f(%m: memref<f32>) {
  %0 = krnl.vector_type_cast %m : memref<f32> to memref<vector<4xf32>>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<f32>` to `memref<vector<4xf32>>` (expected at least one dimension)

// -----
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = krnl.vector_type_cast %m : memref<8x4xf32> to memref<8x1xvector<4xf32>, 1>
  return
}
// EXPECTED
// 2:8: `krnl.vector_type_cast`: casts `memref<8x4xf32>` to `memref<8x1xvector<4xf32>, 1>` (expected the same layout and memory space)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i], %x : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: has 1 starts for `memref<8x8xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %i : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:44: `%i` has the type `index` (expected `f32`, the type that the operation states: a use expects the same type as prior uses)
//   1:56: defined here

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {tileSize = [4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `tileSize` has 1 size (expected none or 2, as many as the buffer has dimensions)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {tileSize = [4, 5]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `tileSize` is 5 in dimension 1, where the buffer has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {tileSize = [0, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `tileSize` is 0 in dimension 0, where the buffer has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {tileSize = [-4, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `tileSize` is -4 in dimension 0, where the buffer has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {padToNext = [4, 4, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `padToNext` has 3 sizes (expected none or 2, as many as the tile has dimensions)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {padToNext = [0, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `padToNext` is 0 in dimension 0, where the tile has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {padToNext = [8, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `padToNext` is 8 in dimension 0, where the tile has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {overreadToNext = [8, 4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: `overreadToNext` is 8 in dimension 0, where the buffer has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {transpose = 1 : i64} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: the attribute `transpose` is `1 : i64` (failed to satisfy the constraint: bool attribute)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x {tileSize = array<i64: 4, 4>} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: the attribute `tileSize` is `array<i64: 4, 4>` (failed to satisfy the constraint: 64-bit integer array attribute)

// -----
func.func @f(%b: memref<?x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x : memref<?x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: the buffer is a `memref<?x4xf32>` (expected constant extents)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i], %x : memref<4x4xf32>, memref<8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: the buffer has 2 dimensions and the source 1 (expected at least as many as the buffer has)

// -----
func.func @f(%b: memref<4xf32>, %m: memref<8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i], %x {transpose = true} : memref<4xf32>, memref<8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_to_tile_buffer`: transposes a buffer of 1 dimension (expected at least two)

// -----
func.func @f(%b: memref<4x4xf64>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_to_tile_buffer %b, %m[%i, %i], %x : memref<4x4xf64>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:44: `%x` has the type `f32` (expected `f64`, the type that the operation states: a use expects the same type as prior uses)
//   1:67: defined here

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_from_tile_buffer %b, %m[%i] : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: has 1 starts for `memref<8x8xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_from_tile_buffer %b, %m[%i, %i] {tileSize = [4, 8]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: `tileSize` is 8 in dimension 1, where the buffer has 4 (expected a size from 1 to 4)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8x8xf32>, %i: index, %x: f32) {
  krnl.copy_from_tile_buffer %b, %m[%i, %i] {tileSize = [4]} : memref<4x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: `tileSize` has 1 size (expected none or 2, as many as the buffer has dimensions)

// -----
func.func @f(%b: memref<?x4xf32>, %m: memref<8x8xf32>, %i: index) {
  krnl.copy_from_tile_buffer %b, %m[%i, %i] : memref<?x4xf32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: the buffer is a `memref<?x4xf32>` (expected constant extents)

// -----
func.func @f(%b: memref<4x4xf32>, %m: memref<8xf32>, %i: index) {
  krnl.copy_from_tile_buffer %b, %m[%i] : memref<4x4xf32>, memref<8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: the buffer has 2 dimensions and the dest 1 (expected at least as many as the buffer has)

// -----
func.func @f(%b: memref<4x4xi32>, %m: memref<8x8xf32>, %i: index) {
  krnl.copy_from_tile_buffer %b, %m[%i, %i] : memref<4x4xi32>, memref<8x8xf32>
  return
}
// EXPECTED
// 2:3: `krnl.copy_from_tile_buffer`: found the types `memref<4x4xi32>`, `memref<8x8xf32>` (failed to verify that all of {buffer, dest} have same element type)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj), (%i, %i, %i), (%i, %i, %i)  : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: names 2 loops (expected three: those over the rows, the columns and the terms)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i)  : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: has 1 starts for `memref<8x8xf32>` (expected 2, one for each dimension)

// -----
func.func @f(%A: memref<8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i)  : memref<8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: A is a `memref<8xf32>` (expected at least two dimensions)

// -----
func.func @f(%A: memref<8x8xf64>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i)  : memref<8x8xf64>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: found the types `memref<8x8xf64>`, `memref<8x8xf32>`, `memref<8x8xf32>` (failed to verify that all of {A, B, C} have same element type)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {computeTileSize = [4, 4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `computeTileSize` has 2 sizes (expected none or 3, as many as the tile has dimensions)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {computeTileSize = [0, 4, 4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `computeTileSize` is 0 in dimension 0, where the tile has 8 (expected a size from 1 to 8)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {computeTileSize = [4, 16, 4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `computeTileSize` is 16 in dimension 1, where the tile has 8 (expected a size from 1 to 8)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {aTileSize = [8]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `aTileSize` has 1 size (expected none or 2, as many as A has dimensions)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {aTileSize = [8, 9]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `aTileSize` is 9 in dimension 1, where A has 8 (expected a size from 1 to 8)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {bTileSize = [-1, 8]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `bTileSize` is -1 in dimension 0, where B has 8 (expected a size from 1 to 8)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {cTileSize = [8, 8, 8]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `cTileSize` has 3 sizes (expected none or 2, as many as C has dimensions)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {aTileSize = [6, 8], computeTileSize = [4, 4, 4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `computeTileSize` is 4 in dimension 0, which does not divide the 6 of a buffer (expected a divisor of 6)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {bTileSize = [8, 6], computeTileSize = [2, 4, 4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: `computeTileSize` is 4 in dimension 1, which does not divide the 6 of a buffer (expected a divisor of 6)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i, %i) {simdize = 1 : i64} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:3: `krnl.matmul`: the attribute `simdize` is `1 : i64` (failed to satisfy the constraint: bool attribute)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i, %i), (%i, %i)  : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:89: found `)` (expected `,`)

// -----
func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %i: index) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %i], %B[%i, %i], %C[%i, %i], (%ii, %jj, %kk), (%i, %i), (%i, %i, %i)  : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:75: found `)` (expected `,`)

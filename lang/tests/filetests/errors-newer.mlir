// RUN: parse-error
// Forms that are newer than MLIR 19 and have no counterpart in it.
func.func @e(%A: tensor<4x8xf32>, %B: tensor<8x5xf32>, %C: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, m)>, affine_map<(m, n, k) -> (m, n)>] ins(%A, %B : tensor<4x8xf32>, tensor<8x5xf32>) outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// EXPECTED
// 4:40: these maps make `linalg.contract` none of the products of MLIR 19 (expected those of a product of matrices or vectors, maybe with an operand transposed, or in batches; write others as `linalg.generic`)

// -----
func.func @f(%A: tensor<4x8xf32>, %C: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<fold> ins(%A : tensor<4x8xf32>) outs(%C : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// EXPECTED
// 2:32: `fold` is no elementwise operation of MLIR 19

// -----
func.func @m(%i: index, %j: index, %n: index) -> index {
  %l = affine.linearize_index [%i, %j] by (%n, 8, 4) : index
  return %l : index
}
// EXPECTED
// 2:8: found 2 indices and 3 bounds (expected a bound for each index, or for each but the first)

// -----
func.func @n(%i: index, %n: index) -> index {
  %b:3 = affine.delinearize_index %i into (8) : index, index, index
  return %b#0 : index
}
// EXPECTED
// 2:10: found 1 bounds and 3 results (expected a bound for each result, or for each but the first)

// -----
func.func @k(%v: vector<2xf32>) -> f32 {
  %e:3 = vector.to_elements %v : vector<2xf32>
  return %e#0 : f32
}
// EXPECTED
// 2:3: found names for 3 results, where there are 2

// -----
func.func @k(%v: f32) -> f32 {
  %e = vector.to_elements %v : f32
  return %e : f32
}
// EXPECTED
// 2:32: found `f32`: expected a vector of at most 4096 lanes

// -----
func.func @t(%x: i64) -> i32 {
  %t = arith.trunci %x overflow<exact> : i64 to i32
  return %t : i32
}
// EXPECTED
// 2:38: found `exact`: expected `nsw`, `nuw` or `none`

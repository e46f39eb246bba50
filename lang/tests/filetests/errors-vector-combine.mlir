// RUN: parse-error
func.func @f(%v: vector<2x2xf32>) {
  %0 = vector.reduction <add>, %v : vector<2x2xf32> into f32
  return
}
// EXPECTED
// 3:8: `vector.reduction`: found a reduction of a vector of rank 2 (expected at most one dimension: others are unsupported)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.reduction`: elements of type `f32` in a reduction of kind `xor` (expected a kind for integers or for floats, as the elements are: others are unsupported)

// -----
func.func @f(%v: vector<4xi32>) {
  %0 = vector.reduction <minimumf>, %v : vector<4xi32> into i32
  return
}
// EXPECTED
// 2:8: `vector.reduction`: elements of type `i32` in a reduction of kind `minimumf` (expected a kind for integers or for floats, as the elements are: others are unsupported)

// -----
func.func @f(%v: vector<4xi32>) {
  %0 = vector.reduction <sum>, %v : vector<4xi32> into i32
  return
}
// EXPECTED
// 2:25: found `<sum>` (expected one of add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf)

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<3xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x3xf32> to vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.multi_reduction`: the destination type `vector<3xf32>` is incompatible with the source and its reduced dimensions (expected `vector<2xf32>`)

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<1xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [0, 1] : vector<2x3xf32> to vector<1xf32>
  return
}
// EXPECTED
// 2:8: `vector.multi_reduction`: the destination type `vector<1xf32>` is incompatible with the source and its reduced dimensions (expected `f32`)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: found 2 maps in `indexing_maps` (expected an indexing map for each operand, of which there are 3)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i)[s] -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: indexing map 0 is `(d0)[s0] -> (d0)` (it has symbols: expected none)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["parallel", "reduction"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: indexing map 0 is `(d0) -> (d0)` (its number of inputs is 1: expected 2, one for each iterator)

// -----
func.func @f(%v: vector<4x4xf32>, %w: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %w, %a : vector<4x4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: indexing map 0 is `(d0) -> (d0)` (its number of outputs is 1: expected 2, the rank of the operand)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: indexing map 0 is `(d0) -> (d0 + 1)` (it is no projected permutation of its inputs)

// -----
func.func @f(%v: vector<4x4xf32>, %w: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %w, %a : vector<4x4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: indexing map 0 is `(d0) -> (d0, d0)` (it is no projected permutation of its inputs)

// -----
func.func @f(%v: vector<4xf32>, %a: vector<4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.contract`: no dimension of both factors is contracted (expected at least one contracting dimension pair)

// -----
func.func @f(%v: vector<2x3xf32>, %w: vector<4x5xf32>, %a: vector<2x5xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %v, %w, %a : vector<2x3xf32>, vector<4x5xf32> into vector<2x5xf32>
  return
}
// EXPECTED
// 2:8: `vector.contract`: the contracting dimension is of extent 3 on the left and 4 on the right (expected one extent: the map is invalid)

// -----
func.func @f(%v: vector<2x3xf32>, %w: vector<4x3xf32>, %a: vector<2xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} %v, %w, %a : vector<2x3xf32>, vector<4x3xf32> into vector<2xf32>
  return
}
// EXPECTED
// 2:8: `vector.contract`: the batch dimension is of extent 2 on the left and 4 on the right (expected one extent: the map is invalid)

// -----
func.func @f(%v: vector<2x3xf32>, %w: vector<3x5xf32>, %a: vector<5x2xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %v, %w, %a : vector<2x3xf32>, vector<3x5xf32> into vector<5x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.contract`: the accumulator is of type `vector<5x2xf32>` and the result of type `vector<5x2xf32>` (expected the shape [2, 5] of the accumulator and the result vector)

// -----
func.func @f(%v: vector<4xf32>, %a: vector<1xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into vector<1xf32>
  return
}
// EXPECTED
// 2:8: `vector.contract`: the accumulator is of type `vector<1xf32>` and the result of type `vector<1xf32>` (expected the shape of a scalar of the accumulator and the result vector)

// -----
func.func @f(%v: vector<4xsi32>, %a: si32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %a : vector<4xsi32>, vector<4xsi32> into si32
  return
}
// EXPECTED
// 2:8: `vector.contract`: works on elements of type `si32` (expected signless integers)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<and>} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:8: `vector.contract`: elements of type `f32` in a reduction of kind `and` (expected a kind for integers or for floats, as the elements are: others are unsupported)

// -----
func.func @f(%v: vector<4xf32>, %a: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["window"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:24: found the iterator_type `window`: expected `parallel` or `reduction`

// -----
func.func @f(%v: vector<4xf32>, %a: f32, %m: vector<4xi1>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %a, %m : vector<4xf32>, vector<4xf32> into f32
  return
}
// EXPECTED
// 2:156: found an operand behind the accumulator (expected no masks among them: a `vector.mask` around the operation has one)

// -----
func.func @f(%v: vector<2x2xf32>, %w: vector<2xf32>) {
  %0 = vector.outerproduct %v, %w : vector<2x2xf32>, vector<2xf32>
  return
}
// EXPECTED
// 2:37: found the types `vector<2x2xf32>` and `vector<2xf32>` (expected a 1-d vector as operand #1, and another or a scalar as operand #2)

// -----
func.func @f(%v: vector<2xf32>, %w: vector<3xf32>) {
  %0 = "vector.outerproduct"(%v, %w) {kind = #vector.kind<add>} : (vector<2xf32>, vector<3xf32>) -> vector<3x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.outerproduct`: the dim of operand #1 has 2 lanes, dim #1 of the result 3 (expected them to match)

// -----
func.func @f(%v: vector<2xf32>, %w: vector<3xf32>) {
  %0 = "vector.outerproduct"(%v, %w) {kind = #vector.kind<add>} : (vector<2xf32>, vector<3xf32>) -> vector<6xf32>
  return
}
// EXPECTED
// 2:8: `vector.outerproduct`: the result is a 1-d vector (expected 2-d)

// -----
func.func @f(%v: vector<2xf32>, %w: vector<3xf32>, %a: vector<3x2xf32>) {
  %0 = "vector.outerproduct"(%v, %w, %a) {kind = #vector.kind<add>} : (vector<2xf32>, vector<3xf32>, vector<3x2xf32>) -> vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.outerproduct`: operand #3 has the type `vector<3x2xf32>`, the result `vector<2x3xf32>` (expected the same type)

// -----
func.func @f(%v: vector<[2]xf32>, %w: vector<3xf32>) {
  %0 = vector.outerproduct %v, %w : vector<[2]xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.outerproduct`: the dim of operand #1 is scalable and that of operand #2 is not (expected both to be scalable, or the second alone)

// -----
func.func @f(%v: vector<2xf32>, %w: vector<3xf32>) {
  %0 = vector.outerproduct %v, %w {kind = #vector.kind<or>} : vector<2xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.outerproduct`: elements of type `f32` in a reduction of kind `or` (expected a kind for integers or for floats, as the elements are: others are unsupported)

// -----
func.func @f(%v: vector<2xf32>) {
  %0 = vector.outerproduct %v : vector<2xf32>, vector<2xf32>
  return
}
// EXPECTED
// 2:28: found 1 operand: expected two factors, and perhaps an accumulator, as operands

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<2xf32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 2 : i64} : vector<2x3xf32>, vector<2xf32>
  return
}
// EXPECTED
// 2:10: `vector.scan`: the reduction dimension is 2 (expected one less than 2, the rank of the source)

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<2x1xf32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2x1xf32>
  return
}
// EXPECTED
// 2:10: `vector.scan`: the initial value has the rank 2 (expected 1, one less than the source)

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<3xf32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:10: `vector.scan`: the initial value has the shape [3] (expected [2], that of the input along the others)

// -----
func.func @f(%v: vector<2x3xf32>, %a: vector<2xf32>) {
  %0:2 = vector.scan <or>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  return
}
// EXPECTED
// 2:10: `vector.scan`: elements of type `f32` in a reduction of kind `or` (expected a kind for integers or for floats, as the elements are: others are unsupported)

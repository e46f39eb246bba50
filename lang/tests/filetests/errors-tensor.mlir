// RUN: parse-error
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<5x?xf32>
  return
}
// EXPECTED
// 3:8: `tensor.cast`: the operand type `tensor<4x?xf32>` and the result type `tensor<5x?xf32>` are cast incompatible

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.bitcast %t : tensor<4x?xf32> to tensor<4x?xi16>
  return
}
// EXPECTED
// 2:8: `tensor.bitcast`: the operand type `tensor<4x?xf32>` and the result type `tensor<4x?xi16>` are cast incompatible

// -----
func.func @f(%t: tensor<4x?xf32>, %i: index) {
  %0 = tensor.extract %t[%i] : tensor<4x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.extract`: has an incorrect number of indices: 1 (expected 2, the rank of the tensor)

// -----
func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  %0 = tensor.insert %x into %t[%i, %i, %i] : tensor<4x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.insert`: has an incorrect number of indices: 3 (expected 2, the rank of the tensor)

// -----
func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f64) {
  %0 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  return
}
// EXPECTED
// 2:22: `%x` has the type `f64` (expected `f32`, the type that the operation states: a use expects the same type as prior uses)
//   1:46: defined here

// -----
func.func @f() {
  %0 = tensor.empty() : tensor<4x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.empty`: has an incorrect number of dynamic sizes: 0 (expected 1, one for each `?` of the result)

// -----
func.func @f(%x: f32, %n: index) {
  %0 = tensor.splat %x[%n, %n] : tensor<4x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.splat`: has an incorrect number of dynamic sizes: 2 (expected 1, one for each `?` of the result)

// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x, %x : tensor<2x2xf32>
  return
}
// EXPECTED
// 2:8: `tensor.from_elements`: has 2 operands present for a tensor of the shape `2x2` (expected one operand for each element of the result)

// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x : tensor<?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.from_elements`: result #0 must be statically shaped tensor of any type values, but got `tensor<?xf32>`

// -----
func.func @f(%u: tensor<f32>, %i: index) {
  %0 = tensor.dim %u, %i : tensor<f32>
  return
}
// EXPECTED
// 2:8: `tensor.dim`: operand #0 must be non-0-ranked or unranked tensor, but got `tensor<f32>`

// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}
// EXPECTED
// 2:8: `tensor.concat`: a static concatenation size mismatch along non-concatenated dimension 0: 2 and 3

// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tensor.concat dim(2) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}
// EXPECTED
// 2:8: `tensor.concat`: the concatenation dim 2 must be less than the tensor rank

// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tensor.concat dim(0) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.concat`: the result shape `5x3` does not match the inferred shape `4x3` static sizes

// -----
func.func @f(%n: index, %x: f32) {
  %0 = tensor.generate  {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.generate`: has 0 index operands (must have as many index operands as dynamic extents in the result type)

// -----
func.func @f(%n: index, %x: f32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.generate`: the block has 1 argument: must have one body argument per dimension (expected the block to have 2 arguments)

// -----
func.func @f(%n: index, %x: f32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: i32):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.generate`: all body arguments must be index: expected each block argument to be an index

// -----
func.func @f(%n: index, %x: f64) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : f64
  } : tensor<?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.generate`: the body must be terminated with a `yield` operation of the tensor element type (expected the yield type to match the shape element type `f32`)

// -----
func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  %0 = tensor.pad %t low[1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pad`: failed to infer the expected type: the padding has 1 low and 2 high entries (expected 2, the rank of the source)

// -----
func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pad`: the specified type of the shape `7x?` does not match the inferred type of the shape `6x?`

// -----
func.func @f(%t: tensor<4x?xf32>, %s: tensor<2xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.reshape`: the length of the shape operand, 2, differs from the result's tensor rank, 1

// -----
func.func @f(%t: tensor<4x2xf32>, %s: tensor<1xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<7xf32>
  return
}
// EXPECTED
// 2:8: `tensor.reshape`: the source and destination tensor should have the same number of elements

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.extract_slice %t[0] [1, 1] [1, 1] : tensor<4x?xf32> to tensor<1x1xf32>
  return
}
// EXPECTED
// 2:8: `tensor.extract_slice`: found 1 offsets and 2 sizes (expected mixed offsets rank to match mixed sizes rank so the rank of the result type is well-formed)

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [2, 1] [1, 1] : tensor<4x?xf32> to tensor<3x1xf32>
  return
}
// EXPECTED
// 2:8: `tensor.extract_slice`: the slice has the shape `3x1`: expected type of the shape `2x1` or a rank-reduced version (size mismatch)

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [2, 1] [1, 1] : tensor<4x?xf32> to tensor<2x1x1xf32>
  return
}
// EXPECTED
// 2:8: `tensor.extract_slice`: the slice of the shape `2x1x1` has a rank of 3: expected rank to be smaller or equal to the other rank, 2

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.extract_slice %t[0, -1] [2, 1] [1, 1] : tensor<4x?xf32> to tensor<2xf32>
  return
}
// EXPECTED
// 2:8: `tensor.extract_slice`: expected offsets to be non-negative, but got -1

// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [2, 1] [1, 1] : tensor<4x?xf32> to tensor<2xf64>
  return
}
// EXPECTED
// 2:8: `tensor.extract_slice`: the slice has elements of type `f64`: expected element type to be `f32`

// -----
func.func @f(%t: tensor<4x?xf32>, %s: tensor<3xf32>) {
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 1] [1, 1] : tensor<3xf32> into tensor<4x?xf32>
  return
}
// EXPECTED
// 2:8: `tensor.insert_slice`: the slice has the shape `3`: expected type of the shape `2x1` or a rank-reduced version (size mismatch)

// -----
func.func @f(%t: tensor<4x?xf32>, %s: tensor<2xf32>) {
  tensor.parallel_insert_slice %s into %t[0, 0] [2, 1] [1, 1] : tensor<2xf32> into tensor<4x?xf32>
  return
}
// EXPECTED
// 2:3: `tensor.parallel_insert_slice`: the parent is `func.func`: expected a ParallelCombiningOpInterface parent

// -----
func.func @f(%t: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<5xf32>
  return
}
// EXPECTED
// 2:8: `tensor.collapse_shape`: expected dimension 0 of collapsed type to be static value of 6

// -----
func.func @f(%t: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %t [[1, 0]] : tensor<2x3xf32> into tensor<6xf32>
  return
}
// EXPECTED
// 2:8: `tensor.collapse_shape`: expected reassociation map #0 to be valid and contiguous

// -----
func.func @f(%t: tensor<2x?xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x?xf32> into tensor<6xf32>
  return
}
// EXPECTED
// 2:8: `tensor.collapse_shape`: expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic

// -----
// stricter than MLIR
// mlir-opt joins any number of elements into one.
func.func @f(%t: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %t [] : tensor<2x3xf32> into tensor<f32>
  return
}
// EXPECTED
// 4:8: `tensor.collapse_shape`: a shape of rank 0 is joined from the shape `2x3` (expected extents of 1)

// -----
func.func @f(%t: tensor<6xf32>) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3, 1] : tensor<6xf32> into tensor<2x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.expand_shape`: expected number of static shape dims to be equal to the output rank (2) but found 3 inputs instead

// -----
func.func @f(%t: tensor<6xf32>) {
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return
}
// EXPECTED
// 2:8: `tensor.expand_shape`: expected collapsed rank (1) to equal the number of reassociation maps (2)

// -----
func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x2x4xf32>) {
  %0 = tensor.pack %t inner_dims_pos = [0, 0] inner_tiles = [2, 2] into %u : tensor<8x8xf32> -> tensor<4x2x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pack`: an invalid `inner_dims_pos` vector

// -----
func.func @f(%t: tensor<8x9xf32>, %u: tensor<8x3x4xf32>) {
  %0 = tensor.pack %t inner_dims_pos = [1] inner_tiles = [4] into %u : tensor<8x9xf32> -> tensor<8x3x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pack`: an invalid tile factor or output size: only full tiles are supported when padding_value is not set

// -----
func.func @f(%t: tensor<8x8xf32>, %u: tensor<8x1x4xf32>) {
  %0 = tensor.pack %t inner_dims_pos = [1] inner_tiles = [4] into %u : tensor<8x8xf32> -> tensor<8x1x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pack`: the shape of output `8x1x4` is not large enough to hold the packed data (expected at least `8x2x4`)

// -----
func.func @f(%t: tensor<8x8xf32>, %u: tensor<8x2x4xf32>) {
  %0 = tensor.unpack %u inner_dims_pos = [1] inner_tiles = [3] into %t : tensor<8x2x4xf32> -> tensor<8x8xf32>
  return
}
// EXPECTED
// 2:8: `tensor.unpack`: the shape of output `8x2x4` is not large enough to hold the packed data (expected at least `8x3x3`)

// -----
func.func @f(%t: tensor<8x8xf32>, %u: tensor<8x2x4xf32>, %x: f64) {
  %0 = tensor.pack %t padding_value(%x : f64) inner_dims_pos = [1] inner_tiles = [4] into %u : tensor<8x8xf32> -> tensor<8x2x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.pack`: padding_value has the type `f64` (expected `f32`)

// -----
func.func @f(%t: tensor<4x4xf32>, %c: tensor<2x1xindex>) {
  %0 = tensor.gather %t[%c] gather_dims([2]) : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.gather`: gather_dims value must be smaller than the rank

// -----
func.func @f(%t: tensor<4x4xf32>, %c: tensor<2x1xindex>) {
  %0 = tensor.gather %t[%c] gather_dims([0]) : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x5xf32>
  return
}
// EXPECTED
// 2:8: `tensor.gather`: the result type mismatches: found the shape `2x5` (expected `2x1x4` or its rank-reduced variant `2x4`, of the same elements)

// -----
func.func @f(%t: tensor<4x4xf32>, %c: tensor<2x1xindex>, %s: tensor<2x4xf32>) {
  %0 = tensor.scatter %s into %t[%c] scatter_dims([0]) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<4x4xf32>
  return
}
// EXPECTED
// 2:8: `tensor.scatter`: requires the `unique` attribute to be set

// RUN: parse-error
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.extract %v[0, 1, 2] : f32 from vector<2x3xf32>
  return
}
// EXPECTED
// 3:8: `vector.extract`: found 3 positions (expected at most 2, the rank of the vector)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.extract %v[1, 3] : f32 from vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: position #2 is 3, outside the dimension of the vector (expected one from 0 to 2)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.extract %v[-1] : vector<3xf32> from vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: position #1 is -1, outside the dimension of the vector (expected one from 0 to 1)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.extract %v[1] : f32 from vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract`: the part extracted has the type `f32` (expected `vector<3xf32>`)

// -----
func.func @f(%v: vector<2x3xf32>, %x: f32) {
  %0 = vector.insert %x, %v[1] : f32 into vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert`: the source `f32` has the rank 0, the part of the dest vector at that position 1 (expected the attribute to leave as many dimensions as the source has)

// -----
// stricter than MLIR
func.func @f(%v: vector<2x3xf32>, %w: vector<2xf32>) {
  %0 = vector.insert %w, %v[1] : vector<2xf32> into vector<2x3xf32>
  return
}
// EXPECTED
// 3:8: `vector.insert`: the part inserted has the type `vector<2xf32>` (expected `vector<3xf32>`)

// -----
func.func @f(%v: vector<2x3xf32>, %w: vector<3xf32>) {
  %0 = vector.insert %w, %v[1, 1] : vector<3xf32> into vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert`: the source `vector<3xf32>` has the rank 1, the part of the dest vector at that position 0 (expected the attribute to leave as many dimensions as the source has)

// -----
func.func @f(%v: vector<2x3xf32>, %x: f32) {
  %0 = vector.insert %x, %v[2, 0] : f32 into vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert`: position #1 is 2, outside the dimension of the vector (expected one from 0 to 1)

// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extractelement %v[] : vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.extractelement`: found no position in a 1-D vector (expected one)

// -----
func.func @f(%v: vector<f32>, %i: index) {
  %0 = vector.extractelement %v[%i : index] : vector<f32>
  return
}
// EXPECTED
// 2:8: `vector.extractelement`: found a position in a 0-D vector (expected the brackets to be empty: it has one lane)

// -----
func.func @f(%v: vector<2x2xf32>, %i: index) {
  %0 = vector.extractelement %v[%i : index] : vector<2x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.extractelement`: found a vector of rank 2 (expected a rank of at most 1)

// -----
func.func @f(%v: vector<4xf32>, %x: f32) {
  %0 = vector.insertelement %x, %v[] : vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.insertelement`: found no position in a 1-D vector (expected one)

// -----
func.func @f(%v: vector<f32>, %x: f32, %i: i8) {
  %0 = vector.insertelement %x, %v[%i : i8] : vector<f32>
  return
}
// EXPECTED
// 2:8: `vector.insertelement`: found a position in a 0-D vector (expected the brackets to be empty: it has one lane)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2], strides = [1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: found 2 offsets, 1 size and 2 strides (expected offsets, sizes and strides of one length)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<4x8xf32> to vector<1x1xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: found 3 offsets for a vector of rank 2 (expected no greater rank of the attribute)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [4], sizes = [1], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: `offsets` of dimension 0 is 4 (expected it to be confined to 0 up to 3)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [0], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: `sizes` of dimension 0 is 0 (expected it to be confined to 1 up to 4)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: one of the strides is 2 (expected `strides` to be confined to 1)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: the sum of `offsets` and `sizes` of dimension 0 is 5 (expected it to be confined to 1 up to 4)

// -----
func.func @f(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: the result has the type `vector<3x8xf32>` (expected `vector<2x8xf32>`)

// -----
func.func @f(%v: vector<4x[8]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x[8]xf32> to vector<2x[4]xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: the size at idx=1 is 4 in a scalable dimension of base size 8 (expected the whole dimension of the vector)

// -----
func.func @f(%v: vector<4x8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: found 1 offset (expected 2, the rank of the destination vector)

// -----
func.func @f(%v: vector<4x8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: found 1 stride (expected 2, the rank of the source vector)

// -----
func.func @f(%v: vector<8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0], strides = [1, 1]} : vector<2x2xf32> into vector<8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: the source has the rank 2, the destination 1 (expected no greater rank of the source)

// -----
func.func @f(%v: vector<4x8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 8], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: `offsets` of dimension 1 is 8 (expected it to be confined to 0 up to 7)

// -----
func.func @f(%v: vector<4x8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 7], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: the sum of `offsets` and the shape of the source vector, in dimension 1, is 9 (expected it to be confined to 1 up to 8)

// -----
func.func @f(%v: vector<4x8xf32>, %w: vector<2x2xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [1, 3]} : vector<2x2xf32> into vector<4x8xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: one of the strides is 3 (expected `strides` to be confined to 1)

// -----
func.func @f(%v: vector<4x[8]xf32>, %w: vector<8xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [1]} : vector<8xf32> into vector<4x[8]xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: dimension idx=0 of the source is scalable and that of the destination not, or the other way round (expected no mismatching flags)

// -----
func.func @f(%v: vector<4x[8]xf32>, %w: vector<[4]xf32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [1]} : vector<[4]xf32> into vector<4x[8]xf32>
  return
}
// EXPECTED
// 2:8: `vector.insert_strided_slice`: the size at idx=0 is 4 in a scalable dimension of base size 8 (expected the whole dimension of the vector)

// -----
func.func @f(%v: vector<9223372036854775806xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [9223372036854775804], sizes = [3], strides = [1]} : vector<9223372036854775806xf32> to vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.extract_strided_slice`: the sum of `offsets` and `sizes` of dimension 0 is 9223372036854775807 (expected it to be confined to 1 up to 9223372036854775806)

// -----
func.func @f(%v: vector<9223372036854775807xf32>) {
  %0 = vector.shuffle %v, %v [-1] : vector<9223372036854775807xf32>, vector<9223372036854775807xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: index #1 of the mask is -1, out of the range of the rows (expected 0 to 9223372036854775806)

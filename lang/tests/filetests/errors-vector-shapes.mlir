// RUN: parse-error
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.broadcast %v : vector<2x3xf32> to vector<3xf32>
  return
}
// EXPECTED
// 3:8: `vector.broadcast`: the source `vector<2x3xf32>` has a higher rank than the destination `vector<3xf32>` (expected a broadcast that adds dimensions)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.broadcast %v : vector<2x3xf32> to vector<4x2x5xf32>
  return
}
// EXPECTED
// 2:8: `vector.broadcast`: dimension 1 of the source has 3 lanes, the dimension of the result for it 5 (expected no mismatch, or one lane to stretch)

// -----
// stricter than MLIR
func.func @f(%v: vector<[1]xf32>) {
  %0 = vector.broadcast %v : vector<[1]xf32> to vector<[4]xf32>
  return
}
// EXPECTED
// 3:8: `vector.broadcast`: dimension 0 of the source has 1 lane, the dimension of the result for it 4 (expected no mismatch, or one lane to stretch)

// -----
func.func @f(%t: tensor<4xf32>) {
  %0 = vector.broadcast %t : tensor<4xf32> to vector<4xf32>
  return
}
// EXPECTED
// 2:8: `vector.broadcast`: found a broadcast from `tensor<4xf32>` to `vector<4xf32>`: the source is no vector (expected a vector, or an element of the result)

// -----
func.func @f(%v: vector<4xf32>, %w: vector<2x2xf32>) {
  %0 = vector.shuffle %v, %w [0, 1] : vector<4xf32>, vector<2x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: found vectors of rank 1 and 2 and a result of rank 1 (expected no mismatch, or two of rank 0 that make one of rank 1)

// -----
func.func @f(%v: vector<4x2xf32>, %w: vector<4x3xf32>) {
  %0 = vector.shuffle %v, %w [0, 1] : vector<4x2xf32>, vector<4x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: a dimension behind the first is not the same in operands and result (expected no mismatch of any dimension but the first)

// -----
func.func @f(%v: vector<2xf32>, %w: vector<3xf32>) {
  %0 = vector.shuffle %v, %w [0, 5] : vector<2xf32>, vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: index #2 of the mask is 5, out of the range of the rows (expected 0 to 4)

// -----
func.func @f(%v: vector<2xf32>) {
  %0 = "vector.shuffle"(%v, %v) {mask = [0, 1, 2]} : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: the mask has the length 3 (expected 2, as many as the result has rows)

// -----
func.func @f(%v: vector<[2]xf32>) {
  %0 = vector.shuffle %v, %v [0] : vector<[2]xf32>, vector<[2]xf32>
  return
}
// EXPECTED
// 2:8: `vector.shuffle`: operand #0 must be fixed-length vector of any type values, but got `vector<[2]xf32>`

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<6xi32>
  return
}
// EXPECTED
// 2:8: `vector.shape_cast`: a cast of elements from `f32` to `i32` (expected the same element type in source and result)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<7xf32>
  return
}
// EXPECTED
// 2:8: `vector.shape_cast`: the source has 6 elements, the result 7 (expected as many)

// -----
func.func @f(%v: vector<4x9xf32>) {
  %0 = vector.shape_cast %v : vector<4x9xf32> to vector<6x3x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.shape_cast`: found a shape cast where no dimensions merge into one another (expected each dimension of the lower rank to be a product of neighbours)

// -----
func.func @f(%v: vector<2xf32>) {
  %0 = vector.shape_cast %v : vector<2xf32> to vector<f32>
  return
}
// EXPECTED
// 2:8: `vector.shape_cast`: the source has 2 elements, the result 1 (expected as many)

// -----
func.func @f(%v: vector<2x8xi8>) {
  %0 = vector.bitcast %v : vector<2x8xi8> to vector<4x4xi8>
  return
}
// EXPECTED
// 2:8: `vector.bitcast`: the size of dimension 0 changes from 2 to 4 (expected no mismatch but of the last)

// -----
func.func @f(%v: vector<2x8xi8>) {
  %0 = vector.bitcast %v : vector<2x8xi8> to vector<2x3xi16>
  return
}
// EXPECTED
// 2:8: `vector.bitcast`: the rows of the last dimension have 64 bits in the source and 48 in the result (expected the same bitwidth)

// -----
func.func @f(%v: vector<i8>) {
  %0 = vector.bitcast %v : vector<i8> to vector<i16>
  return
}
// EXPECTED
// 2:8: `vector.bitcast`: the elements of vectors without dimensions have 8 bits in the source and 16 in the result (expected the same bitwidth)

// -----
func.func @f(%v: vector<2x8xi8>) {
  %0 = vector.bitcast %v : vector<2x8xi8> to vector<16xi8>
  return
}
// EXPECTED
// 2:8: `vector.bitcast`: found the types `vector<2x8xi8>`, `vector<16xi8>` (failed to verify that all of {source, result} have same rank)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<6xf32>
  return
}
// EXPECTED
// 2:8: `vector.transpose`: the vector has the rank 2, the result 1 (expected no mismatch of ranks)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.transpose %v, [1] : vector<2x3xf32> to vector<3x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.transpose`: the transposition has the length 1 (expected 2, the rank of the vector)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.transpose %v, [1, 2] : vector<2x3xf32> to vector<3x2xf32>
  return
}
// EXPECTED
// 2:8: `vector.transpose`: the index 2 of the transposition is out of the range of dimensions (expected 0 to 1)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.transpose %v, [1, 1] : vector<2x3xf32> to vector<3x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transpose`: the position 1 is a duplicate index of the transposition (expected each dimension once)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<2x3xf32>
  return
}
// EXPECTED
// 2:8: `vector.transpose`: dimension 1 of size 3 becomes dimension 0 of size 2 (expected no mismatch)

// -----
func.func @f(%v: vector<2x3xf32>) {
  %0, %1 = vector.deinterleave %v : vector<2x3xf32> -> vector<2x1xf32>
  return
}
// EXPECTED
// 2:12: the type of `res2` does not follow from the types that are specified: it may have none

// -----
func.func @f(%v: vector<8xf32>) {
  %0, %1 = vector.deinterleave %v : vector<8xf32> -> vector<3xf32>
  return
}
// EXPECTED
// 2:12: `vector.deinterleave`: `res1` has the type `vector<3xf32>`, not `vector<4xf32>` (failed to verify that res1 type matches half of the trailing dimension of source)

// -----
func.func @f(%v: vector<8xf32>) {
  %0 = vector.interleave %v, %v : vector<8xf32> -> vector<8xf32>
  return
}
// EXPECTED
// 2:8: `vector.interleave`: `result` has the type `vector<8xf32>`, not `vector<16xf32>` (failed to verify that result type matches double the trailing dimension of lhs, rhs)

// -----
func.func @f(%x: f32) {
  %0 = vector.from_elements %x, %x : vector<3xf32>
  return
}
// EXPECTED
// 2:8: `vector.from_elements`: 2 operands are present (expected 3, one for each lane)

// -----
func.func @f(%v: vector<[8]xf32>) {
  %0 = vector.scalable.extract %v[3] : vector<2xf32> from vector<[8]xf32>
  return
}
// EXPECTED
// 2:8: `vector.scalable.extract`: the position is 3 (expected a multiple of 2, the length of the result)

// -----
func.func @f(%v: vector<[8]xf32>, %w: vector<4xf32>) {
  %0 = vector.scalable.insert %w, %v[2] : vector<4xf32> into vector<[8]xf32>
  return
}
// EXPECTED
// 2:8: `vector.scalable.insert`: the position is 2 (expected a multiple of 4, the length of the source)

// -----
func.func @f(%v: vector<3x2x4xf32>, %i: index) {
  %0 = vector.reshape %v, [%i], [%i, %i], [4] : vector<3x2x4xf32> to vector<2x3x4xf32>
  return
}
// EXPECTED
// 2:8: `vector.reshape`: the input shape has 1 size and there are 1 fixed size, for a vector of rank 3 (expected the rank to be their sum)

// -----
func.func @f(%v: vector<3x2x4xf32>, %i: index) {
  %0 = vector.reshape %v, [%i, %i], [%i, %i], [2] : vector<3x2x4xf32> to vector<2x3x4xf32>
  return
}
// EXPECTED
// 2:8: `vector.reshape`: the fixed vector size 2 of dim 0 is not that of the input vector (expected them to match)

// -----
func.func @f(%v: vector<3x2x4xf32>) {
  %a = arith.constant 5 : index
  %b = arith.constant 6 : index
  %0 = vector.reshape %v, [%a, %b], [%b, %b], [4] : vector<3x2x4xf32> to vector<2x3x4xf32>
  return
}
// EXPECTED
// 4:8: `vector.reshape`: the product of the input sizes is 30, that of the output sizes 36 (expected them to match)

// -----
func.func @f(%m: memref<2x2xf32, strided<[4, 1]>>) {
  %0 = vector.type_cast %m : memref<2x2xf32, strided<[4, 1]>> to memref<vector<2x2xf32>>
  return
}
// EXPECTED
// 2:8: `vector.type_cast`: the operand is a memref with a layout of its own (expected the identity layout)

// -----
func.func @f(%m: memref<2x2xf32>) {
  %0 = vector.type_cast %m : memref<2x2xf32> to memref<vector<2x2xf32>, 1>
  return
}
// EXPECTED
// 2:8: `vector.type_cast`: the memory space of the result is not that of the operand

// -----
func.func @f(%m: memref<2x2xf32>) {
  %0 = vector.type_cast %m : memref<2x2xf32> to memref<vector<2x2xi32>>
  return
}
// EXPECTED
// 2:8: `vector.type_cast`: the scalar type changes from `f32` to `i32` (expected the same scalar in result and operand)

// -----
func.func @f(%m: memref<2x2xf32>) {
  %0 = vector.type_cast %m : memref<2x2xf32> to memref<vector<4xf32>>
  return
}
// EXPECTED
// 2:8: `vector.type_cast`: the shapes of the memref and of its elements together change (expected those of result and operand to be equal)

// -----
func.func @f(%v: vector<2xf32>) {
  "vector.print"(%v) {punctuation = #vector.punctuation<newline>, stringLiteral = "x"} : (vector<2xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `vector.print`: prints a string beside a source or with punctuation (expected that neither is set where strings are printed)

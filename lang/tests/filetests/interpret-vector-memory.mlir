// RUN: interpret
// What is outside is padding.
// args: [1, 2, 3, 4] 1
// args: [1, 2, 3, 4] -2
// args: [1, 2, 3, 4] 9
func.func @padded(%m: memref<4xi32>, %i: index) -> vector<4xi32> {
  %p = arith.constant 9 : i32
  %a = vector.transfer_read %m[%i], %p : memref<4xi32>, vector<4xi32>
  return %a : vector<4xi32>
}
// EXPECTED
// [2, 3, 4, 9] [1, 2, 3, 4]
// [9, 9, 1, 2] [1, 2, 3, 4]
// [9, 9, 9, 9] [1, 2, 3, 4]

// -----
// An `in_bounds` dimension must be; others are padded.
// args: [1, 2, 3, 4, 5, 6] 0 2
// args: [1, 2, 3, 4, 5, 6] 1 0
func.func @bounds(%m: memref<2x3xi32>, %i: index, %j: index) -> vector<2x2xi32> {
  %p = arith.constant 9 : i32
  %a = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, false]} : memref<2x3xi32>, vector<2x2xi32>
  return %a : vector<2x2xi32>
}
// EXPECTED
// [3, 9, 6, 9] [1, 2, 3, 4, 5, 6]
// 6:8: vector.transfer_read: index 2 is out of bounds for an extent of 2 in dimension 0

// -----
// A dimension that the vector does not walk along must be in bounds.
// args: [1, 2, 3, 4, 5, 6] 1
// args: [1, 2, 3, 4, 5, 6] 2
func.func @fixed_dimension(%m: memref<2x3xi32>, %i: index) -> vector<2xi32> {
  %p = arith.constant 9 : i32
  %zero = arith.constant 0 : index
  %a = vector.transfer_read %m[%i, %zero], %p : memref<2x3xi32>, vector<2xi32>
  return %a : vector<2xi32>
}
// EXPECTED
// [4, 5] [1, 2, 3, 4, 5, 6]
// 7:8: vector.transfer_read: index 2 is out of bounds for an extent of 2 in dimension 0

// -----
// Permuted and broadcast dimensions; a mask has the order of the memory.
// args: [1, 2, 3, 4, 5, 6] [true, false, true, true, true, false]
func.func @permuted(%t: tensor<2x3xi32>, %m: vector<2x3xi1>) -> (vector<3x2xi32>, vector<2x2x3xi32>, vector<3x2xi32>, vector<2xi32>) {
  %p = arith.constant 9 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = vector.transfer_read %t[%zero, %zero], %p {permutation_map = affine_map<(i, j) -> (j, i)>} : tensor<2x3xi32>, vector<3x2xi32>
  %b = vector.transfer_read %t[%zero, %zero], %p {permutation_map = affine_map<(i, j) -> (0, i, j)>, in_bounds = [true, false, false]} : tensor<2x3xi32>, vector<2x2x3xi32>
  %c = vector.transfer_read %t[%zero, %zero], %p, %m {permutation_map = affine_map<(i, j) -> (j, i)>} : tensor<2x3xi32>, vector<3x2xi32>
  %d = vector.transfer_read %t[%one, %one], %p {permutation_map = affine_map<(i, j) -> (0)>, in_bounds = [true]} : tensor<2x3xi32>, vector<2xi32>
  return %a, %b, %c, %d : vector<3x2xi32>, vector<2x2x3xi32>, vector<3x2xi32>, vector<2xi32>
}
// EXPECTED
// [1, 4, 2, 5, 3, 6] [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6] [1, 4, 9, 5, 3, 9] [5, 5]

// -----
// Without dimensions.
// args: [5] [6]
func.func @no_dimensions(%t: tensor<f32>, %m: memref<f32>) -> (vector<f32>, vector<1xf32>, tensor<f32>, vector<f32>) {
  %p = arith.constant 9.0 : f32
  %a = vector.transfer_read %t[], %p : tensor<f32>, vector<f32>
  %b = vector.transfer_read %m[], %p {in_bounds = [true]} : memref<f32>, vector<1xf32>
  %c = vector.load %m[] : memref<f32>, vector<f32>
  %d = vector.transfer_write %c, %t[] : vector<f32>, tensor<f32>
  %e = arith.addf %a, %c : vector<f32>
  vector.store %e, %m[] : memref<f32>, vector<f32>
  return %a, %b, %d, %c : vector<f32>, vector<1xf32>, tensor<f32>, vector<f32>
}
// EXPECTED
// [5.0] [6.0] [6.0] [6.0] [11.0]

// -----
// Elements that are vectors.
// args: [1, 2, 3, 4, 5, 6] 1
func.func @vectors_in_memory(%m: memref<3xvector<2xi32>>, %i: index) -> (vector<2x2xi32>, vector<1x2xi32>) {
  %p = arith.constant dense<9> : vector<2xi32>
  %a = vector.transfer_read %m[%i], %p : memref<3xvector<2xi32>>, vector<2x2xi32>
  %two = arith.constant 2 : index
  %b = vector.transfer_read %m[%two], %p {in_bounds = [true]} : memref<3xvector<2xi32>>, vector<1x2xi32>
  %zero = arith.constant 0 : index
  vector.transfer_write %b, %m[%zero] : vector<1x2xi32>, memref<3xvector<2xi32>>
  return %a, %b : vector<2x2xi32>, vector<1x2xi32>
}
// EXPECTED
// [3, 4, 5, 6] [5, 6] [5, 6, 3, 4, 5, 6]

// -----
// What is outside is not written.
// args: [1, 2, 3, 4] [10, 20, 30] 2
// args: [1, 2, 3, 4] [10, 20, 30] -1
func.func @written(%m: memref<4xi32>, %v: vector<3xi32>, %i: index) {
  vector.transfer_write %v, %m[%i] : vector<3xi32>, memref<4xi32>
  return
}
// EXPECTED
// [1, 2, 10, 20]
// [20, 30, 3, 4]

// -----
// args: [1, 2, 3, 4] [10, 20, 30] 1
// args: [1, 2, 3, 4] [10, 20, 30] 2
func.func @written_in_bounds(%m: memref<4xi32>, %v: vector<3xi32>, %i: index) {
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<3xi32>, memref<4xi32>
  return
}
// EXPECTED
// [1, 10, 20, 30]
// 4:3: vector.transfer_write: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// Lanes that a mask leaves out may be anywhere, even where bounds are promised.
// args: [1, 2, 3, 4] [10, 20, 30] 2 [true, true, false]
// args: [1, 2, 3, 4] [10, 20, 30] 2 [true, false, true]
func.func @written_with_a_mask(%m: memref<4xi32>, %v: vector<3xi32>, %i: index, %on: vector<3xi1>) {
  vector.transfer_write %v, %m[%i], %on {in_bounds = [true]} : vector<3xi32>, memref<4xi32>
  return
}
// EXPECTED
// [1, 2, 10, 20]
// 5:3: vector.transfer_write: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// A tensor is copied, and stays what it was.
// args: [1, 2, 3, 4, 5, 6] [10, 20, 30, 40]
func.func @written_into_a_tensor(%t: tensor<2x3xi32>, %v: vector<2x2xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %a = vector.transfer_write %v, %t[%zero, %one] {permutation_map = affine_map<(i, j) -> (j, i)>, in_bounds = [true, true]} : vector<2x2xi32>, tensor<2x3xi32>
  return %a, %t : tensor<2x3xi32>, tensor<2x3xi32>
}
// EXPECTED
// 2x3[1, 10, 30, 4, 20, 40] 2x3[1, 2, 3, 4, 5, 6]

// -----
// A mask around a transfer; what it leaves out is padding, or what is passed through.
// args: [1, 2, 3, 4] [true, false, true, false] [5, 6, 7, 8]
func.func @masked_transfers(%m: memref<4xi32>, %on: vector<4xi1>, %pass: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %p = arith.constant 9 : i32
  %zero = arith.constant 0 : index
  %a = vector.mask %on { vector.transfer_read %m[%zero], %p : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  %b = vector.mask %on, %pass { vector.transfer_read %m[%zero], %p : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  vector.mask %on { vector.transfer_write %pass, %m[%zero] : vector<4xi32>, memref<4xi32> } : vector<4xi1>
  return %a, %b : vector<4xi32>, vector<4xi32>
}
// EXPECTED
// [1, 9, 3, 9] [1, 6, 3, 8] [5, 2, 7, 4]

// -----
// args: [1, 2, 3, 4] 2 [true, true, false] [10, 20, 30]
// args: [1, 2, 3, 4] 2 [false, false, true] [10, 20, 30]
func.func @masked_accesses(%m: memref<4xi32>, %i: index, %on: vector<3xi1>, %v: vector<3xi32>) -> vector<3xi32> {
  %a = vector.maskedload %m[%i], %on, %v : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  vector.maskedstore %m[%i], %on, %v : memref<4xi32>, vector<3xi1>, vector<3xi32>
  return %a : vector<3xi32>
}
// EXPECTED
// [3, 4, 30] [1, 2, 10, 20]
// 4:8: vector.maskedload: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// Only lanes that take part have a place in memory.
// args: [1, 2, 3, 4] 2 [true, false, true] [10, 20, 30]
// args: [1, 2, 3, 4] 2 [true, true, true] [10, 20, 30]
func.func @packed(%m: memref<4xi32>, %i: index, %on: vector<3xi1>, %v: vector<3xi32>) -> vector<3xi32> {
  %a = vector.expandload %m[%i], %on, %v : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  vector.compressstore %m[%i], %on, %v : memref<4xi32>, vector<3xi1>, vector<3xi32>
  return %a : vector<3xi32>
}
// EXPECTED
// [3, 20, 4] [1, 2, 10, 30]
// 5:8: vector.expandload: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// The rows of memory without gaps follow each other.
// args: [1, 2, 3, 4, 5, 6] [0, 2, 4] [true, true, true]
// args: [1, 2, 3, 4, 5, 6] [9, -1, 5] [false, true, false]
// args: [1, 2, 3, 4, 5, 6] [0, 5, 0] [true, true, true]
func.func @gathered(%m: memref<2x3xi32>, %at: vector<3xi32>, %on: vector<3xi1>) -> vector<3xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = arith.constant dense<-1> : vector<3xi32>
  %a = vector.gather %m[%zero, %one][%at], %on, %p : memref<2x3xi32>, vector<3xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  return %a : vector<3xi32>
}
// EXPECTED
// [2, 4, 6] [1, 2, 3, 4, 5, 6]
// [-1, 1, -1] [1, 2, 3, 4, 5, 6]
// 9:8: vector.gather: index 6 is out of bounds for an extent of 3 in dimension 1

// -----
// In memory with gaps they do not.
// args: [1, 2, 3, 4, 5, 6] 1
// args: [1, 2, 3, 4, 5, 6] 2
func.func @gathered_from_a_view(%m: memref<2x3xi32>, %i: index) -> vector<1xi32> {
  %zero = arith.constant 0 : index
  %v = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<2x3xi32> to memref<2x2xi32, strided<[3, 1]>>
  %p = arith.constant dense<-1> : vector<1xi32>
  %on = arith.constant dense<true> : vector<1xi1>
  %at = vector.broadcast %i : index to vector<1xindex>
  %a = vector.gather %v[%zero, %zero][%at], %on, %p : memref<2x2xi32, strided<[3, 1]>>, vector<1xindex>, vector<1xi1>, vector<1xi32> into vector<1xi32>
  return %a : vector<1xi32>
}
// EXPECTED
// [2] [1, 2, 3, 4, 5, 6]
// 10:8: vector.gather: index 2 is out of bounds for an extent of 2 in dimension 1

// -----
// args: [1, 2, 3, 4] [3, 0, 0, 1] [true, true, true, false]
func.func @gathered_from_a_tensor(%t: tensor<4xf32>, %at: vector<2x2xindex>, %on: vector<2x2xi1>) -> vector<2x2xf32> {
  %zero = arith.constant 0 : index
  %p = arith.constant dense<9.0> : vector<2x2xf32>
  %a = vector.gather %t[%zero][%at], %on, %p : tensor<4xf32>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  return %a : vector<2x2xf32>
}
// EXPECTED
// [4.0, 1.0, 1.0, 9.0]

// -----
// Of two lanes for one place the later stays.
// args: [1, 2, 3, 4] [1, 3, 1] [true, true, true]
// args: [1, 2, 3, 4] [1, 4, 2] [true, false, true]
// args: [1, 2, 3, 4] [1, 4, 2] [true, true, true]
func.func @scattered(%m: memref<4xi32>, %at: vector<3xindex>, %on: vector<3xi1>) {
  %zero = arith.constant 0 : index
  %v = arith.constant dense<[10, 20, 30]> : vector<3xi32>
  vector.scatter %m[%zero][%at], %on, %v : memref<4xi32>, vector<3xindex>, vector<3xi1>, vector<3xi32>
  return
}
// EXPECTED
// [1, 30, 3, 20]
// [1, 10, 30, 4]
// 8:3: vector.scatter: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// args: [1, 2, 3, 4]
func.func @freed(%v: vector<4xi32>) {
  %zero = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  %off = arith.constant dense<false> : vector<4xi1>
  vector.maskedstore %m[%zero], %off, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}
// EXPECTED
// 7:3: vector.maskedstore: use of memory that was freed

// -----
// Indices in memory are indices in a vector.
// args: [3, 1, 2] 0
func.func @indices(%m: memref<3xindex>, %p: index) -> (vector<4xindex>, vector<3xindex>) {
  %a = vector.transfer_read %m[%p], %p : memref<3xindex>, vector<4xindex>
  %b = vector.load %m[%p] : memref<3xindex>, vector<3xindex>
  %c = arith.addi %b, %b : vector<3xindex>
  vector.transfer_write %c, %m[%p] : vector<3xindex>, memref<3xindex>
  return %a, %b : vector<4xindex>, vector<3xindex>
}
// EXPECTED
// [3, 1, 2, 0] [3, 1, 2] [6, 2, 4]

// -----
// A memref seen as one vector.
// args: [1, 2, 3, 4]
func.func @type_cast(%m: memref<2x2xi32>) -> vector<2x2xi32> {
  %v = vector.type_cast %m : memref<2x2xi32> to memref<vector<2x2xi32>>
  %a = memref.load %v[] : memref<vector<2x2xi32>>
  %b = vector.transpose %a, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  memref.store %b, %v[] : memref<vector<2x2xi32>>
  return %a : vector<2x2xi32>
}
// EXPECTED
// [1, 2, 3, 4] [1, 3, 2, 4]

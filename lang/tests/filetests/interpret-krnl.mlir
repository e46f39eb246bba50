// RUN: interpret
// The part of a tile that exists is copied, the rest is padded, and what is beyond stays.
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0, 0, 0, 0, 0] 0
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0, 0, 0, 0, 0] 4
func.func @padded(%A: memref<6xi32>, %b: memref<8xi32>, %start: index) {
  %pad = arith.constant -1 : i32
  krnl.copy_to_tile_buffer %b, %A[%start], %pad {padToNext = [3], tileSize = [4]} : memref<8xi32>, memref<6xi32>
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 2, 3, 4, -1, -1, 0, 0]
// [1, 2, 3, 4, 5, 6] [5, 6, -1, 0, 0, 0, 0, 0]

// -----
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
func.func @transposed(%A: memref<2x3xi32>, %b: memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 9 : i32
  krnl.copy_to_tile_buffer %b, %A[%c0, %c0], %pad {padToNext = [1, 4], transpose = true} : memref<3x4xi32>, memref<2x3xi32>
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 4, 9, 9, 2, 5, 9, 9, 3, 6, 9, 9]

// -----
// Blocks that do not divide, of sizes 0, 1, and one that is negative.
// args: [0, 0, 0, 0, 0, 0, 0] 7
// args: [0, 0, 0, 0, 0, 0, 0] 1
// args: [0, 0, 0, 0, 0, 0, 0] 0
// args: [0, 0, 0, 0, 0, 0, 0] -3
func.func @blocks(%A: memref<7xi32>, %n: index) {
  %one = arith.constant 1 : i32
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ilb, %ill = krnl.block %il 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %ilb, %ill) with (%ii -> %i = 0 to %n) {
    %x = krnl.load %A[%i] : memref<7xi32>
    %y = arith.addi %x, %one : i32
    krnl.store %y, %A[%i] : memref<7xi32>
  }
  return
}
// EXPECTED
// [1, 1, 1, 1, 1, 1, 1]
// [1, 0, 0, 0, 0, 0, 0]
// [0, 0, 0, 0, 0, 0, 0]
// [0, 0, 0, 0, 0, 0, 0]

// -----
// A product of integers by tiles that do not divide it.
// args: [1, 2, 3, 4, 5, 6] [1, 0, 2, 1, 0, 3] [100, 0, 0, 0]
func.func @product(%A: memref<2x3xi32>, %B: memref<3x2xi32>, %C: memref<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %ii, %jj, %kk = krnl.define_loops 3
  %kb, %kl = krnl.block %kk 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%kb) with (%ii -> %i = 0 to 2, %jj -> %j = 0 to 2, %kk -> %k = 0 to 3) {
    %k1 = krnl.get_induction_var_value(%kb) : (!krnl.loop) -> index
    krnl.matmul %A[%c0, %c0], %B[%c0, %c0], %C[%c0, %c0], (%ii, %jj, %kl), (%c0, %c0, %k1), (%c2, %c2, %c3) {computeTileSize = [2, 2, 2], overcompute = true} : memref<2x3xi32>, memref<3x2xi32>, memref<2x2xi32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  }
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 0, 2, 1, 0, 3] [105, 11, 14, 23]

// -----
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0] 3 1 2
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0] 0 0 0
func.func @copied(%A: memref<2x3xi32>, %B: memref<2x2xi32>, %n: i64, %to: index, %from: index) {
  "krnl.memcpy"(%B, %A, %n, %to, %from) : (memref<2x2xi32>, memref<2x3xi32>, i64, index, index) -> ()
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [0, 3, 4, 5]
// [1, 2, 3, 4, 5, 6] [0, 0, 0, 0]

// -----
// What the runtime of onnx-mlir computes does not run.
// args: 1.0
func.func @print(%x: f32) {
  "krnl.print"(%x) {format = "%f"} : (f32) -> ()
  return
}
// EXPECTED
// 4:3: krnl.print: not supported: the operation krnl.print

// -----
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0] 3 1 2
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0] 0 0 0
// args: [1, 2, 3, 4, 5, 6] [0, 0, 0, 0] 4 1 0
func.func @copied_as_one_row(%A: memref<2x3xi32>, %B: memref<2x2xi32>, %n: i64, %to: index, %from: index) {
  %a = memref.cast %A : memref<2x3xi32> to memref<?x?xi32>
  %b = memref.cast %B : memref<2x2xi32> to memref<2x?xi32>
  "krnl.memcpy"(%b, %a, %n, %to, %from) : (memref<2x?xi32>, memref<?x?xi32>, i64, index, index) -> ()
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [0, 3, 4, 5]
// [1, 2, 3, 4, 5, 6] [0, 0, 0, 0]
// 7:3: affine.store: index 4 is out of bounds for an extent of 4 in dimension 0

// -----
// args: [1, 2, 3, 4, 5, 6, 7, 8] 1 0
// args: [1, 2, 3, 4, 5, 6, 7, 8] 1 1
// args: [1, 2, 3, 4, 5, 6, 7, 8] 1 2
func.func @vectors(%A: memref<2x4xi32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %v = krnl.vector_type_cast %A : memref<2x4xi32> to memref<2x2xvector<2xi32>>
  %x = krnl.load %v[%i, %j] : memref<2x2xvector<2xi32>>
  %y = arith.addi %x, %x : vector<2xi32>
  krnl.store %y, %v[%c0, %c0] : memref<2x2xvector<2xi32>>
  return
}
// EXPECTED
// [10, 12, 3, 4, 5, 6, 7, 8]
// [14, 16, 3, 4, 5, 6, 7, 8]
// 7:8: affine.vector_load: index 4 is out of bounds for an extent of 4 in dimension 1

// -----
// Integers of another sign in the lanes of vectors.
// args: [255, 2, 3, 4]
func.func @signs(%A: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xi8>, vector<4xi8>
  %u = builtin.unrealized_conversion_cast %v : vector<4xi8> to vector<4xui8>
  %s = builtin.unrealized_conversion_cast %u : vector<4xui8> to vector<4xi8>
  %y = arith.addi %s, %s : vector<4xi8>
  vector.store %y, %A[%c0] : memref<4xi8>, vector<4xi8>
  return
}
// EXPECTED
// [-2, 4, 6, 8]

// RUN: interpret
// args: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] 1
func.func @subview(%m: memref<3x4xi32>, %i: index) -> (i32, i32, index) {
  %s = memref.subview %m[%i, 1] [2, 2] [1, 2] : memref<3x4xi32> to memref<2x2xi32, strided<[4, 2], offset: ?>>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.load %s[%zero, %one] : memref<2x2xi32, strided<[4, 2], offset: ?>>
  %r = memref.subview %s[1, 0] [1, 2] [1, 1] : memref<2x2xi32, strided<[4, 2], offset: ?>> to memref<2xi32, strided<[2], offset: ?>>
  %b = memref.load %r[%one] : memref<2xi32, strided<[2], offset: ?>>
  %d = memref.dim %r, %zero : memref<2xi32, strided<[2], offset: ?>>
  memref.store %a, %r[%zero] : memref<2xi32, strided<[2], offset: ?>>
  return %a, %b, %d : i32, i32, index
}
// EXPECTED
// 7 11 2 [0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 10, 11]

// -----
// An access outside the view's shape is an error, though the buffer goes on.
// args: [0, 1, 2, 3] 1
// args: [0, 1, 2, 3] 2
func.func @outside(%m: memref<4xi32>, %i: index) -> i32 {
  %s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %a = memref.load %s[%i] : memref<2xi32, strided<[1]>>
  return %a : i32
}
// EXPECTED
// 1 [0, 1, 2, 3]
// 6:8: memref.load: index 2 is out of bounds for an extent of 2 in dimension 0

// -----
// args: [0, 1, 2, 3, 4, 5]
func.func @reinterpret(%m: memref<6xi32>) -> (memref<3x2xi32, strided<[1, 3]>>, i32) {
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [3, 2], strides: [1, 3] : memref<6xi32> to memref<3x2xi32, strided<[1, 3]>>
  %two = arith.constant 2 : index
  %one = arith.constant 1 : index
  %x = memref.load %r[%two, %one] : memref<3x2xi32, strided<[1, 3]>>
  return %r, %x : memref<3x2xi32, strided<[1, 3]>>, i32
}
// EXPECTED
// [0, 3, 1, 4, 2, 5] 5 [0, 1, 2, 3, 4, 5]

// -----
// args: [0, 1, 2, 3, 4, 5] 3
// args: [0, 1, 2, 3, 4, 5] 4
func.func @shapes(%m: memref<?xi32>, %n: index) -> (memref<?x2xi32>, memref<?xi32>, memref<2x?xi32, strided<[1, 2]>>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [%n, 2] : memref<?xi32> into memref<?x2xi32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<?x2xi32> into memref<?xi32>
  %c = memref.transpose %a (i, j) -> (j, i) : memref<?x2xi32> to memref<2x?xi32, strided<[1, 2]>>
  return %a, %b, %c : memref<?x2xi32>, memref<?xi32>, memref<2x?xi32, strided<[1, 2]>>
}
// EXPECTED
// [0, 1, 2, 3, 4, 5] [0, 1, 2, 3, 4, 5] [0, 2, 4, 1, 3, 5] [0, 1, 2, 3, 4, 5]
// 4:8: memref.expand_shape: the shapes disagree: 6 and 4x2

// -----
// args: [0, 1, 2, 3, 4, 5] [3, 2]
// args: [0, 1, 2, 3, 4, 5] [3, 3]
func.func @reshape(%m: memref<6xi32>, %s: memref<2xi64>) -> (memref<?x?xi32>, index, index) {
  %r = memref.reshape %m(%s) : (memref<6xi32>, memref<2xi64>) -> memref<?x?xi32>
  %u = memref.cast %r : memref<?x?xi32> to memref<*xi32>
  %k = memref.rank %u : memref<*xi32>
  %one = arith.constant 1 : index
  %d = memref.dim %u, %one : memref<*xi32>
  return %r, %k, %d : memref<?x?xi32>, index, index
}
// EXPECTED
// [0, 1, 2, 3, 4, 5] 2 2 [0, 1, 2, 3, 4, 5] [3, 2]
// 4:8: memref.reshape: the shapes disagree: 6 and 3x3

// -----
// args: [0, 1, 2, 3] 0
// args: [0, 1, 2, 3] 1
// args: [0, 1, 2] 0
func.func @casts(%m: memref<?xi32>, %d: index) -> index {
  %a = memref.cast %m : memref<?xi32> to memref<*xi32>
  %b = memref.cast %a : memref<*xi32> to memref<4xi32>
  %r = memref.dim %b, %d : memref<4xi32>
  return %r : index
}
// EXPECTED
// 4 [0, 1, 2, 3]
// 7:8: memref.dim: dimension 1 of rank 1
// 6:8: memref.cast: the shapes disagree: 3 and 4

// -----
// Bytes seen as wider types, the lowest first.
// args: [0, 0, 128, 63, 1, 2, 3, 4, 255]
func.func @bytes(%m: memref<9xi8>) -> (f32, i32, i16) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  %f = memref.view %m[%zero][] : memref<9xi8> to memref<2xf32>
  %x = memref.load %f[%zero] : memref<2xf32>
  %i = memref.view %m[%zero][%one] : memref<9xi8> to memref<2x?xi32>
  %y = memref.load %i[%one, %zero] : memref<2x?xi32>
  %s = memref.view %m[%five][] : memref<9xi8> to memref<2xi16>
  %z = memref.load %s[%one] : memref<2xi16>
  %w = arith.constant 513 : i16
  memref.store %w, %s[%zero] : memref<2xi16>
  return %x, %y, %z : f32, i32, i16
}
// EXPECTED
// 1.0 67305985 -252 [0, 0, -128, 63, 1, 1, 2, 4, -1]

// -----
// args: [1, 2, 3]
func.func @past_the_bytes(%m: memref<3xi8>) -> i32 {
  %zero = arith.constant 0 : index
  %i = memref.view %m[%zero][] : memref<3xi8> to memref<1xi32>
  %y = memref.load %i[%zero] : memref<1xi32>
  return %y : i32
}
// EXPECTED
// 5:8: memref.load: index 3 is out of bounds for an extent of 3 of the buffer

// -----
// args: [0, 1, 2, 3, 4, 5, 6, 7]
func.func @metadata(%m: memref<2x4xi32>) -> (index, index, index, index, index, i32) {
  %s = memref.subview %m[1, 1] [1, 2] [1, 2] : memref<2x4xi32> to memref<1x2xi32, strided<[4, 2], offset: 5>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %s : memref<1x2xi32, strided<[4, 2], offset: 5>> -> memref<i32>, index, index, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#1], strides: [%strides#1] : memref<i32> to memref<?xi32, strided<[?], offset: ?>>
  %one = arith.constant 1 : index
  %x = memref.load %r[%one] : memref<?xi32, strided<[?], offset: ?>>
  return %offset, %sizes#0, %sizes#1, %strides#0, %strides#1, %x : index, index, index, index, index, i32
}
// EXPECTED
// 5 1 2 4 2 7 [0, 1, 2, 3, 4, 5, 6, 7]

// -----
// Addresses differ by the bytes between.
// args: [0, 1, 2, 3]
func.func @addresses(%m: memref<4xi32>) -> (i1, i1) {
  memref.assume_alignment %m, 16 : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  %a = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
  %b = memref.extract_aligned_pointer_as_index %n : memref<4xi32> -> index
  %c = arith.cmpi eq, %a, %a : index
  %d = arith.cmpi eq, %a, %b : index
  return %c, %d : i1, i1
}
// EXPECTED
// true false [0, 1, 2, 3]

// -----
// args: [0, 1, 2, 3]
func.func @misaligned(%m: memref<4xi32>) {
  %s = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  memref.assume_alignment %s, 8 : memref<2xi32, strided<[1], offset: 1>>
  return
}
// EXPECTED
// 4:3: memref.assume_alignment: the memory does not start at a multiple of 8

// -----
// A mutable global keeps what is written, a constant one must not be written.
memref.global "private" @counter : memref<1xi32> = dense<5>
memref.global "private" constant @table : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" @open : memref<1xi32> = uninitialized
// args: 0
// args: 1
func.func @globals(%write: index) -> (i32, f32, i32) {
  %zero = arith.constant 0 : index
  func.call @bump() : () -> ()
  func.call @bump() : () -> ()
  %g = memref.get_global @counter : memref<1xi32>
  %x = memref.load %g[%zero] : memref<1xi32>
  %t = memref.get_global @table : memref<3xf32>
  %two = arith.constant 2 : index
  %y = memref.load %t[%two] : memref<3xf32>
  %o = memref.get_global @open : memref<1xi32>
  %z = memref.load %o[%zero] : memref<1xi32>
  scf.for %i = %zero to %write step %two {
    memref.store %y, %t[%i] : memref<3xf32>
  }
  return %x, %y, %z : i32, f32, i32
}
func.func private @bump() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %g = memref.get_global @counter : memref<1xi32>
  %x = memref.load %g[%zero] : memref<1xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %g[%zero] : memref<1xi32>
  return
}
// EXPECTED
// 7 3.0 undefined
// 19:5: memref.store: writing to memory that is constant

// -----
// args: [1.5, 2.5] 4
func.func @atomics(%m: memref<2xf32>, %x: f32) -> (f32, f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.atomic_rmw addf %x, %m[%zero] : (f32, memref<2xf32>) -> f32
  %b = memref.atomic_rmw assign %x, %m[%one] : (f32, memref<2xf32>) -> f32
  %c = memref.generic_atomic_rmw %m[%one] : memref<2xf32> {
  ^bb0(%current: f32):
    %n = arith.mulf %current, %current : f32
    memref.atomic_yield %n : f32
  }
  return %a, %b, %c : f32, f32, f32
}
// EXPECTED
// 1.5 2.5 4.0 [5.5, 16.0]

// -----
// args: 3
// args: 1
func.func @realloc(%n: index) -> (memref<?xi32>, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %a = memref.alloc() : memref<2xi32>
  memref.store %x, %a[%zero] : memref<2xi32>
  memref.store %x, %a[%one] : memref<2xi32>
  %b = memref.realloc %a(%n) : memref<2xi32> to memref<?xi32>
  %y = memref.load %b[%zero] : memref<?xi32>
  return %b, %y : memref<?xi32>, i32
}
// EXPECTED
// [7, 7, undefined] 7
// [7] 7

// -----
// args:
func.func @use_after_realloc() -> i32 {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<2xi32>
  %b = memref.realloc %a : memref<2xi32> to memref<4xi32>
  %y = memref.load %a[%zero] : memref<2xi32>
  return %y : i32
}
// EXPECTED
// 6:8: memref.load: use of memory that was freed

// -----
// Transfers between memories: in order, and in chunks of two, four apart.
// args: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] [0, 0, 0, 0, 0, 0]
func.func @dma(%m: memref<12xi32>, %d: memref<6xi32, 1>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %tag = memref.alloc() : memref<1xi32>
  memref.dma_start %m[%one], %d[%zero], %two, %tag[%zero] : memref<12xi32>, memref<6xi32, 1>, memref<1xi32>
  memref.dma_wait %tag[%zero], %two : memref<1xi32>
  memref.dma_start %m[%two], %d[%two], %four, %tag[%zero], %four, %two : memref<12xi32>, memref<6xi32, 1>, memref<1xi32>
  memref.dma_wait %tag[%zero], %four : memref<1xi32>
  return
}
// EXPECTED
// [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] [1, 2, 2, 3, 6, 7]

// -----
// Layouts of fresh memory can be told by their strides.
// args: 3
func.func @layouts(%n: index) -> (index, index) {
  %a = memref.alloc(%n) : memref<?x2xi32, affine_map<(d0, d1) -> (d0 * 4 + d1)>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<?x2xi32, affine_map<(d0, d1) -> (d0 * 4 + d1)>> -> memref<i32>, index, index, index, index, index
  return %strides#0, %sizes#0 : index, index
}
// EXPECTED
// 4 3

// -----
// args: [1, 2, 3, 4]
func.func @vectors_in_memory(%m: memref<2xvector<2xi32>>) -> (vector<2xi32>, vector<4xi32>) {
  %one = arith.constant 1 : index
  %v = memref.load %m[%one] : memref<2xvector<2xi32>>
  %s = memref.alloc() : memref<4xi32>
  %t = vector.type_cast %s : memref<4xi32> to memref<vector<4xi32>>
  %w = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>
  memref.store %w, %t[] : memref<vector<4xi32>>
  %x = memref.load %t[] : memref<vector<4xi32>>
  return %v, %x : vector<2xi32>, vector<4xi32>
}
// EXPECTED
// [3, 4] [5, 6, 7, 8] [1, 2, 3, 4]

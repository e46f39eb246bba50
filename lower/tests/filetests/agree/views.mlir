// test: agree
// run: @slices(6x8, 3, 2)
// run: @slices(6x8, 0, 4)
// run: @rows(4x6, 2)
// run: @grouped(2x3x4, 2)
// run: @casts(24)
// run: @metadata(5x7)
// run: @bytes(64)
// run: @copies(6x6, 6x6, 3)
// run: @copies(6x6, 6x6, 0)
// run: @reshaped(12, 4)
// run: @carried(8, 3)
// run: @carried(8, 0)

// Parts of parts, with steps, and with dimensions of one element dropped.
func.func @slices(%A: memref<?x?xi32>, %i: index, %n: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %v = memref.subview %A[%i, 1] [%n, 3] [1, 2] : memref<?x?xi32> to memref<?x3xi32, strided<[?, 2], offset: ?>>
  %w = memref.subview %v[1, %c1] [1, 2] [%c1, 1] : memref<?x3xi32, strided<[?, 2], offset: ?>> to memref<2xi32, strided<[2], offset: ?>>
  %x = memref.load %w[%c1] : memref<2xi32, strided<[2], offset: ?>>
  %y = memref.load %v[%c0, %c0] : memref<?x3xi32, strided<[?, 2], offset: ?>>
  %s = arith.addi %x, %y : i32
  memref.store %s, %w[%c0] : memref<2xi32, strided<[2], offset: ?>>
  return %s : i32
}

func.func private @total(%r: memref<?xi32, strided<[?], offset: ?>>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %r, %c0 : memref<?xi32, strided<[?], offset: ?>>
  %t = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %x = memref.load %r[%k] : memref<?xi32, strided<[?], offset: ?>>
    %a = arith.addi %s, %x : i32
    scf.yield %a : i32
  }
  return %t : i32
}

// A column is handed over with its strides, transposed and as it is.
func.func @rows(%A: memref<4x?xi32>, %j: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %col = memref.subview %A[0, %j] [4, 1] [1, 1] : memref<4x?xi32> to memref<4xi32, strided<[?], offset: ?>>
  %open = memref.cast %col : memref<4xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
  %s = func.call @total(%open) : (memref<?xi32, strided<[?], offset: ?>>) -> i32
  %t = memref.transpose %A (i, j) -> (j, i) : memref<4x?xi32> to memref<?x4xi32, strided<[1, ?]>>
  %row = memref.subview %t[1, 0] [1, 4] [1, 1] : memref<?x4xi32, strided<[1, ?]>> to memref<4xi32, strided<[?], offset: 1>>
  %same = memref.cast %row : memref<4xi32, strided<[?], offset: 1>> to memref<?xi32, strided<[?], offset: ?>>
  %u = func.call @total(%same) : (memref<?xi32, strided<[?], offset: ?>>) -> i32
  return %s, %u : i32, i32
}

// Groups of dimensions made one, and one made several.
func.func @grouped(%A: memref<2x?x4xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %flat = memref.collapse_shape %A [[0], [1, 2]] : memref<2x?x4xi32> into memref<2x?xi32>
  %x = memref.load %flat[%c1, %i] : memref<2x?xi32>
  %e = memref.expand_shape %flat [[0], [1, 2]] output_shape [2, %i, 6] : memref<2x?xi32> into memref<2x?x6xi32>
  %y = memref.load %e[%c1, %c1, %i] : memref<2x?x6xi32>
  %part = memref.subview %A[0, 1, 0] [2, 1, 4] [1, 1, 1] : memref<2x?x4xi32> to memref<2x1x4xi32, strided<[?, 4, 1], offset: 4>>
  %one = memref.collapse_shape %part [[0], [1, 2]] : memref<2x1x4xi32, strided<[?, 4, 1], offset: 4>> into memref<2x4xi32, strided<[?, 1], offset: 4>>
  %z = memref.load %one[%c1, %c1] : memref<2x4xi32, strided<[?, 1], offset: 4>>
  %s = arith.addi %x, %y : i32
  %t = arith.muli %s, %z : i32
  memref.store %t, %one[%c1, %c1] : memref<2x4xi32, strided<[?, 1], offset: 4>>
  return %t : i32
}

func.func @casts(%A: memref<?xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.reinterpret_cast %A to offset: [%c2], sizes: [%c3, 4], strides: [5, %c2] : memref<?xi32> to memref<?x4xi32, strided<[5, ?], offset: ?>>
  %x = memref.load %m[%c2, %c3] : memref<?x4xi32, strided<[5, ?], offset: ?>>
  %s = memref.cast %m : memref<?x4xi32, strided<[5, ?], offset: ?>> to memref<3x?xi32, strided<[?, 2], offset: 2>>
  %y = memref.load %s[%c2, %c2] : memref<3x?xi32, strided<[?, 2], offset: 2>>
  %r = arith.subi %x, %y : i32
  return %r : i32
}

func.func @metadata(%A: memref<5x?xi32>) -> (index, index, index, index, index, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.subview %A[1, 2] [3, 2] [1, 2] : memref<5x?xi32> to memref<3x2xi32, strided<[?, 2], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %v : memref<3x2xi32, strided<[?, 2], offset: ?>> -> memref<i32>, index, index, index, index, index
  %again = memref.reinterpret_cast %base to offset: [%offset], sizes: [2, 2], strides: [%strides#0, 2] : memref<i32> to memref<2x2xi32, strided<[?, 2], offset: ?>>
  %x = memref.load %again[%c1, %c1] : memref<2x2xi32, strided<[?, 2], offset: ?>>
  %rank = memref.rank %v : memref<3x2xi32, strided<[?, 2], offset: ?>>
  return %offset, %sizes#0, %strides#0, %strides#1, %rank, %x : index, index, index, index, index, i32
}

// Bytes of one buffer as numbers of several types.
func.func @bytes(%A: memref<64xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloc() : memref<64xi8>
  %m = memref.view %b[%c16][%c2] : memref<64xi8> to memref<?x3xi32>
  %v = arith.constant 12345 : i32
  memref.store %v, %m[%c1, %c2] : memref<?x3xi32>
  %x = memref.load %m[%c1, %c2] : memref<?x3xi32>
  %n = memref.view %b[%c0][] : memref<64xi8> to memref<4xi16>
  %h = arith.constant 7 : i16
  memref.store %h, %n[%c1] : memref<4xi16>
  %g = memref.load %n[%c1] : memref<4xi16>
  %w = arith.extsi %g : i16 to i32
  memref.dealloc %b : memref<64xi8>
  %s = arith.addi %x, %w : i32
  return %s : i32
}

// Copies between parts of the same shape, of other strides, and of no elements.
func.func @copies(%A: memref<6x6xi32>, %B: memref<6x6xi32>, %n: index) {
  %a = memref.subview %A[1, 0] [%n, 3] [1, 2] : memref<6x6xi32> to memref<?x3xi32, strided<[6, 2], offset: 6>>
  %b = memref.subview %B[0, 2] [%n, 3] [1, 1] : memref<6x6xi32> to memref<?x3xi32, strided<[6, 1], offset: 2>>
  memref.copy %a, %b : memref<?x3xi32, strided<[6, 2], offset: 6>> to memref<?x3xi32, strided<[6, 1], offset: 2>>
  return
}

func.func @reshaped(%A: memref<12xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %shape = memref.alloca() : memref<2xi32>
  memref.store %three, %shape[%c0] : memref<2xi32>
  memref.store %four, %shape[%c1] : memref<2xi32>
  %m = memref.reshape %A(%shape) : (memref<12xi32>, memref<2xi32>) -> memref<?x?xi32>
  %x = memref.load %m[%c2, %c1] : memref<?x?xi32>
  return %x : i32
}

// A view goes from one iteration to the next.
func.func @carried(%A: memref<8xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.subview %A[0] [2] [1] : memref<8xi32> to memref<2xi32>
  %open = memref.cast %first : memref<2xi32> to memref<2xi32, strided<[1], offset: ?>>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%v = %open) -> memref<2xi32, strided<[1], offset: ?>> {
    %x = memref.load %v[%c1] : memref<2xi32, strided<[1], offset: ?>>
    %k = arith.addi %i, %c1 : index
    %next = memref.subview %A[%k] [2] [1] : memref<8xi32> to memref<2xi32, strided<[1], offset: ?>>
    memref.store %x, %next[%c1] : memref<2xi32, strided<[1], offset: ?>>
    scf.yield %next : memref<2xi32, strided<[1], offset: ?>>
  }
  %x = memref.load %last[%c0] : memref<2xi32, strided<[1], offset: ?>>
  return %x : i32
}

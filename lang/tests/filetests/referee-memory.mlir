// RUN: referee
// Views into one buffer, strided and turned, through which is written.
memref.global "private" @numbers : memref<4x6xi32> = dense<[[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15], [20, 21, 22, 23, 24, 25], [30, 31, 32, 33, 34, 35]]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %A = memref.get_global @numbers : memref<4x6xi32>
  %s = memref.subview %A[%c1, 1] [2, %c2] [2, 3] : memref<4x6xi32> to memref<2x?xi32, strided<[12, 3], offset: ?>>
  %t = memref.transpose %s (i, j) -> (j, i) : memref<2x?xi32, strided<[12, 3], offset: ?>> to memref<?x2xi32, strided<[3, 12], offset: ?>>
  %rows = memref.dim %t, %c0 : memref<?x2xi32, strided<[3, 12], offset: ?>>
  vector.print %rows : index
  %minus = arith.constant -1 : i32
  memref.store %minus, %t[%c1, %c0] : memref<?x2xi32, strided<[3, 12], offset: ?>>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %x = memref.load %t[%i, %j] : memref<?x2xi32, strided<[3, 12], offset: ?>>
      vector.print %x : i32
    }
  }
  %flat = memref.collapse_shape %A [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %e = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
  %y = memref.load %e[%c0, %c2, %c2] : memref<2x3x4xi32>
  vector.print %y : i32
  %r = memref.reinterpret_cast %A to offset: [3], sizes: [3, 2], strides: [7, 2] : memref<4x6xi32> to memref<3x2xi32, strided<[7, 2], offset: 3>>
  scf.for %i = %c0 to %c3 step %c1 {
    %p = memref.load %r[%i, %c0] : memref<3x2xi32, strided<[7, 2], offset: 3>>
    %q = memref.load %r[%i, %c1] : memref<3x2xi32, strided<[7, 2], offset: 3>>
    vector.print %p : i32
    vector.print %q : i32
  }
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %s : memref<2x?xi32, strided<[12, 3], offset: ?>> -> memref<i32>, index, index, index, index, index
  vector.print %offset : index
  vector.print %strides#0 : index
  return
}
// EXPECTED
// 2
// 11
// 31
// -1
// 34
// -1
// 3
// 5
// -1
// 20
// 25
// 31
// 7
// 12

// -----
// Allocations of all kinds, bytes seen as numbers, and updates.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %bytes = memref.alloc() : memref<32xi8>
  %words = memref.view %bytes[%c4][%c6] : memref<32xi8> to memref<?xi32>
  scf.for %i = %c0 to %c6 step %c1 {
    %x = arith.index_cast %i : index to i32
    %k = arith.constant 16909060 : i32
    %y = arith.muli %x, %k : i32
    memref.store %y, %words[%i] : memref<?xi32>
  }
  %c9 = arith.constant 9 : index
  %b = memref.load %bytes[%c9] : memref<32xi8>
  vector.print %b : i8
  %w = memref.load %words[%c4] : memref<?xi32>
  vector.print %w : i32
  memref.dealloc %bytes : memref<32xi8>
  %acc = memref.alloca() : memref<2xi64>
  %seven = arith.constant 7 : i64
  memref.store %seven, %acc[%c0] : memref<2xi64>
  memref.store %seven, %acc[%c1] : memref<2xi64>
  %five = arith.constant -5 : i64
  %old = memref.atomic_rmw addi %five, %acc[%c0] : (i64, memref<2xi64>) -> i64
  vector.print %old : i64
  %old2 = memref.atomic_rmw minu %five, %acc[%c0] : (i64, memref<2xi64>) -> i64
  vector.print %old2 : i64
  %r0 = memref.load %acc[%c0] : memref<2xi64>
  %r1 = memref.load %acc[%c1] : memref<2xi64>
  vector.print %r0 : i64
  vector.print %r1 : i64
  %m = memref.alloc(%c4) : memref<?xf32>
  affine.for %i = 0 to 4 {
    %x = arith.index_cast %i : index to i32
    %f = arith.sitofp %x : i32 to f32
    affine.store %f, %m[%i] : memref<?xf32>
  }
  %copy = memref.alloc(%c4) : memref<?xf32>
  memref.copy %m, %copy : memref<?xf32> to memref<?xf32>
  %v = vector.load %copy[%c1] : memref<?xf32>, vector<3xf32>
  vector.print %v : vector<3xf32>
  memref.dealloc %m : memref<?xf32>
  memref.dealloc %copy : memref<?xf32>
  return
}
// EXPECTED
// 3
// 67636240
// 7
// 2
// 2
// 7
// ( 1.0, 2.0, 3.0 )

// -----
// Subscripts of affine accesses, and vectors of neighbours.
memref.global "private" @input : memref<3x8xf64> = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0], [20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0]]>
func.func @main() {
  %A = memref.get_global @input : memref<3x8xf64>
  %n = arith.constant 2 : index
  affine.for %i = 0 to 2 {
    %x = affine.load %A[%i + 1, %i * 3 + symbol(%n) mod 2] : memref<3x8xf64>
    vector.print %x : f64
    %v = affine.vector_load %A[%i, 4 - %i * 2] : memref<3x8xf64>, vector<4xf64>
    vector.print %v : vector<4xf64>
    %w = arith.mulf %v, %v : vector<4xf64>
    affine.vector_store %w, %A[2, %i * 4] : memref<3x8xf64>, vector<4xf64>
  }
  affine.parallel (%i, %j) = (0, 0) to (3, 8) step (1, 2) {
    %x = affine.load %A[%i, %j] : memref<3x8xf64>
    %y = arith.negf %x : f64
    affine.store %y, %A[%i, %j] : memref<3x8xf64>
  }
  affine.for %i = 0 to 3 {
    %v = affine.vector_load %A[%i, 0] : memref<3x8xf64>, vector<8xf64>
    vector.print %v : vector<8xf64>
  }
  return
}
// EXPECTED
// 10.0
// ( 4.0, 5.0, 6.0, 7.0 )
// 49.0
// ( 12.0, 13.0, 14.0, 15.0 )
// ( -0.0, 1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0 )
// ( -10.0, 11.0, -12.0, 13.0, -14.0, 15.0, -16.0, 17.0 )
// ( -16.0, 25.0, -36.0, 49.0, -144.0, 169.0, -196.0, 225.0 )

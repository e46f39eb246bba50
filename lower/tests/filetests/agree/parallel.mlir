// test: agree
// run: @rows(0x5)
// run: @rows(1x5)
// run: @rows(2x1)
// run: @rows(13x7)
// run: @cells(0x3x2)
// run: @cells(3x0x2)
// run: @cells(5x3x0)
// run: @cells(1x1x1)
// run: @cells(5x3x7)
// run: @bounds(20x20, 0, 0)
// run: @bounds(20x20, 5, 19)
// run: @bounds(20x20, 20, 3)
// run: @bounds(20x20, -3, 11)
// run: @triangle(0x0)
// run: @triangle(1x1)
// run: @triangle(17x17)
// run: @sums(0)
// run: @sums(1)
// run: @sums(29)
// run: @nested(4x9)
// run: @private(6x10)
// run: @private(1x1)
// run: @in_a_loop(8, 0)
// run: @in_a_loop(8, 3)
// run: @vectors(24)
// run: @large_buffer(5)
// run: @captured(7x3, 2, _, _)
// run: @called(6)
// run: @no_dimensions(3)
// run: @layout(4x6)

func.func @rows(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %y = affine.load %A[%i, %j] : memref<?x?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Three dimensions, of which any may be empty.
func.func @cells(%A: memref<?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xi32>
  %m = memref.dim %A, %c1 : memref<?x?x?xi32>
  %k = memref.dim %A, %c2 : memref<?x?x?xi32>
  affine.parallel (%i, %j, %l) = (0, 0, 0) to (symbol(%n), symbol(%m), symbol(%k)) {
    %x = affine.load %A[%i, %j, %l] : memref<?x?x?xi32>
    %a = affine.apply affine_map<(d0, d1, d2) -> (100 * d0 + 10 * d1 + d2)>(%i, %j, %l)
    %b = arith.index_cast %a : index to i32
    %y = arith.addi %x, %b : i32
    affine.store %y, %A[%i, %j, %l] : memref<?x?x?xi32>
  }
  return
}

// Several bounds in a dimension, and steps that do not divide.
func.func @bounds(%A: memref<?x?xi32>, %p: index, %q: index) {
  %one = arith.constant 1 : i32
  affine.parallel (%i, %j) = (max(0, symbol(%p)), max(1, symbol(%p) - 4)) to (min(20, symbol(%q) + 1), min(20, symbol(%q))) step (3, 2) {
    affine.store %one, %A[%i, %j] : memref<?x?xi32>
  }
  return
}

func.func @triangle(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %x = affine.load %A[%i, %j] : memref<?x?xf64>
      %y = arith.mulf %x, %x : f64
      affine.store %y, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// Every kind of reduction. The numbers are such that the order of the sum does not matter.
func.func @sums(%n: index) -> (f32, f64, f32, f32, f32, f32, i32, i64, i8, i8) {
  %half = arith.constant 0.5 : f32
  %two = arith.constant 2.0 : f64
  %r:10 = affine.parallel (%i) = (0) to (symbol(%n))
      reduce ("addf", "mulf", "maximumf", "minimumf", "maximumf", "minimumf", "addi", "muli", "ori", "andi")
      -> (f32, f64, f32, f32, f32, f32, i32, i64, i8, i8) {
    %a = arith.index_cast %i : index to i32
    %f = arith.sitofp %a : i32 to f32
    %g = arith.mulf %f, %half : f32
    %h = arith.negf %g : f32
    %b = arith.index_cast %i : index to i64
    %c3 = arith.constant 3 : i64
    %c = arith.ori %b, %c3 : i64
    %d = arith.index_cast %i : index to i8
    affine.yield %g, %two, %g, %g, %h, %h, %a, %c, %d, %d : f32, f64, f32, f32, f32, f32, i32, i64, i8, i8
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9
      : f32, f64, f32, f32, f32, f32, i32, i64, i8, i8
}

// A parallel loop inside another runs in order.
func.func @nested(%A: memref<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xi64>
  %m = memref.dim %A, %c1 : memref<?x?xi64>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %s = affine.parallel (%j) = (0) to (symbol(%m)) reduce ("addi") -> (i64) {
      %x = affine.load %A[%i, %j] : memref<?x?xi64>
      affine.yield %x : i64
    }
    affine.parallel (%j) = (0) to (symbol(%m)) {
      affine.store %s, %A[%i, %j] : memref<?x?xi64>
    }
  }
  return
}

// What an iteration allocates is its own, on the stack and on the heap.
func.func @private(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %t = memref.alloca() : memref<f32>
    %row = memref.alloca(%m) : memref<?xf32>
    %heap = memref.alloc(%m) : memref<?xf32>
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %x, %row[%j] : memref<?xf32>
      affine.store %x, %heap[%j] : memref<?xf32>
    }
    affine.for %j = 0 to %m {
      %x = affine.load %row[symbol(%m) - 1 - %j] : memref<?xf32>
      affine.store %x, %t[] : memref<f32>
      %y = affine.load %t[] : memref<f32>
      %z = affine.load %heap[%j] : memref<?xf32>
      %w = arith.mulf %y, %z : f32
      affine.store %w, %A[%i, %j] : memref<?x?xf32>
    }
    memref.dealloc %heap : memref<?xf32>
  }
  return
}

// Many loops, one after another, each reading what the one before wrote.
func.func @in_a_loop(%A: memref<?xi32>, %times: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %B = memref.alloc(%n) : memref<?xi32>
  affine.for %t = 0 to %times {
    affine.parallel (%i) = (0) to (symbol(%n)) {
      %x = affine.load %A[symbol(%n) - 1 - %i] : memref<?xi32>
      affine.store %x, %B[%i] : memref<?xi32>
    }
    affine.parallel (%i) = (0) to (symbol(%n)) {
      %x = affine.load %B[%i] : memref<?xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i] : memref<?xi32>
    }
  }
  memref.dealloc %B : memref<?xi32>
  return
}

func.func @vectors(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.parallel (%i) = (0) to (symbol(%n) - 7) step (8) {
    %x = affine.vector_load %A[%i] : memref<?xf32>, vector<8xf32>
    %y = arith.mulf %x, %x : vector<8xf32>
    affine.vector_store %y, %A[%i] : memref<?xf32>, vector<8xf32>
  }
  return
}

// A buffer too large for the stack is made once for a part of the iterations.
func.func @large_buffer(%A: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %t = memref.alloca() : memref<20000xf64>
    %x = affine.load %A[%i] : memref<?xf64>
    affine.for %j = 0 to 20000 {
      affine.store %x, %t[%j] : memref<20000xf64>
    }
    %y = affine.load %t[19999] : memref<20000xf64>
    %z = arith.addf %y, %y : f64
    affine.store %z, %A[%i] : memref<?xf64>
  }
  return
}

// Scalars, vectors, index expressions and comparisons from outside.
func.func @captured(%A: memref<?x3xf32>, %k: index, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x3xf32>
  %two_k = affine.apply affine_map<(d0) -> (2 * d0 + 1)>(%k)
  %v = vector.broadcast %x : f32 to vector<3xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %a = affine.vector_load %A[%i, 0] : memref<?x3xf32>, vector<3xf32>
    %b = arith.addf %a, %v : vector<3xf32>
    %d = arith.select %c, %a, %b : vector<3xf32>
    affine.vector_store %d, %A[%i, 0] : memref<?x3xf32>, vector<3xf32>
    affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %two_k) {
      affine.store %x, %A[%i, symbol(%k)] : memref<?x3xf32>
    }
  }
  return
}

func.func private @helper(%A: memref<?xi32>, %i: index) {
  affine.parallel (%j) = (0) to (2) {
    %x = affine.load %A[symbol(%i) * 2 + %j] : memref<?xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %A[symbol(%i) * 2 + %j] : memref<?xi32>
  }
  return
}

// A parallel loop in a function that a parallel loop calls.
func.func @called(%A: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.parallel (%i) = (0) to (symbol(%n) floordiv 2) {
    func.call @helper(%A, %i) : (memref<?xi32>, index) -> ()
  }
  return
}

func.func @no_dimensions(%A: memref<?xi32>) {
  %one = arith.constant 1 : i32
  affine.parallel () = () to () {
    affine.store %one, %A[1] : memref<?xi32>
  }
  return
}

func.func @layout(%A: memref<4x6xi32>) {
  %T = memref.alloc() : memref<6x4xi32, affine_map<(d0, d1) -> (d1 * 6 + d0)>>
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    %x = affine.load %A[%i, %j] : memref<4x6xi32>
    affine.store %x, %T[%j, %i] : memref<6x4xi32, affine_map<(d0, d1) -> (d1 * 6 + d0)>>
  }
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    %x = affine.load %T[-%j + 5, -%i + 3] : memref<6x4xi32, affine_map<(d0, d1) -> (d1 * 6 + d0)>>
    affine.store %x, %A[%i, %j] : memref<4x6xi32>
  }
  return
}

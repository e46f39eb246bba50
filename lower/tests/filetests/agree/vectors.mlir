// test: agree
// run: @saxpy(19, 19, _)
// run: @buffers(_, 5)
// run: @buffers(_, 0)
// run: @signs(_)
// run: @shapes(_, _)
// run: @lanes(_, 2)
// run: @moved(_, _)
// run: @reductions(_, _)

// Vectors that do not start where one would be aligned.
func.func @saxpy(%X: memref<?xf32>, %Y: memref<?xf32>, %a: f32) {
  %va = vector.broadcast %a : f32 to vector<8xf32>
  affine.for %i = 0 to 2 {
    %x = affine.vector_load %X[%i * 8 + 3] : memref<?xf32>, vector<8xf32>
    %y = affine.vector_load %Y[%i * 8 + 1] : memref<?xf32>, vector<8xf32>
    %r = math.fma %va, %x, %y : vector<8xf32>
    %s = vector.fma %r, %x, %x : vector<8xf32>
    affine.vector_store %s, %Y[%i * 8 + 3] : memref<?xf32>, vector<8xf32>
  }
  return
}

// Two dimensions: loads row by row, slices, broadcasts along either dimension.
func.func @shapes(%A: memref<3x5xi32>, %B: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = vector.load %A[%c0, %c1] : memref<3x5xi32>, vector<2x4xi32>
  %row = vector.extract %m[1] : vector<4xi32> from vector<2x4xi32>
  %m2 = vector.insert %row, %m[0] : vector<4xi32> into vector<2x4xi32>
  %x = vector.extract %m[0, 2] : i32 from vector<2x4xi32>
  %m3 = vector.insert %x, %m2[1, 3] : i32 into vector<2x4xi32>
  %rows = vector.broadcast %row : vector<4xi32> to vector<2x4xi32>
  %s = arith.muli %rows, %m3 : vector<2x4xi32>
  vector.store %s, %B[%c1, %c0] : memref<4x4xi32>, vector<2x4xi32>
  return
}

// Positions known only when running, and constants lane by lane.
func.func @lanes(%A: memref<8xf64>, %p: index) -> f64 {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<8xf64>, vector<4xf64>
  %w = arith.constant dense<[1.0, -2.0, 3.5, 0.25]> : vector<4xf64>
  %h = arith.constant dense<0.5> : vector<4xf64>
  %x = vector.extract %w[%p] : f64 from vector<4xf64>
  %v2 = vector.insert %x, %v[%p] : f64 into vector<4xf64>
  %v3 = arith.mulf %v2, %h : vector<4xf64>
  vector.store %v3, %A[%c0] : memref<8xf64>, vector<4xf64>
  return %x : f64
}

// All lanes into one: floats in order, with and without a start.
func.func @reductions(%A: memref<8xf32>, %B: memref<8xi8>) -> (f32, f32, f32, i8, i8) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<8xf32>, vector<8xf32>
  %w = vector.load %B[%c0] : memref<8xi8>, vector<8xi8>
  %x = affine.load %A[3] : memref<8xf32>
  %y = affine.load %B[5] : memref<8xi8>
  %sum = vector.reduction <add>, %v : vector<8xf32> into f32
  %product = vector.reduction <mul>, %v, %x : vector<8xf32> into f32
  %greatest = vector.reduction <maximumf>, %v, %x : vector<8xf32> into f32
  %least = vector.reduction <minsi>, %w : vector<8xi8> into i8
  %or = vector.reduction <xor>, %w, %y : vector<8xi8> into i8
  return %sum, %product, %greatest, %least, %or : f32, f32, f32, i8, i8
}

// Rows of two vectors, and lanes in another shape.
func.func @moved(%A: memref<8xf32>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %A[%c0] : memref<8xf32>, vector<8xf32>
  %b = vector.load %B[%c0] : memref<8xf32>, vector<8xf32>
  %s = vector.shuffle %a, %b [0, 8, 3, 15, 7, 1, 9, 2] : vector<8xf32>, vector<8xf32>
  %m = vector.shape_cast %s : vector<8xf32> to vector<4x2xf32>
  %n = vector.shape_cast %b : vector<8xf32> to vector<4x2xf32>
  %t = vector.shuffle %m, %n [5, 0, 7, 3] : vector<4x2xf32>, vector<4x2xf32>
  %r = vector.shape_cast %t : vector<4x2xf32> to vector<8xf32>
  %x = vector.extract %r[5] : f32 from vector<8xf32>
  %y = vector.extract %b[2] : f32 from vector<8xf32>
  %e = vector.from_elements %x, %y, %y, %x : vector<2x2xf32>
  %f = vector.shape_cast %e : vector<2x2xf32> to vector<4xf32>
  vector.store %f, %B[%c0] : memref<8xf32>, vector<4xf32>
  vector.store %r, %A[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// Memrefs of vectors, of which a copy is made element by element too.
func.func @buffers(%A: memref<8x8xf32>, %n: index) {
  %b = memref.alloc() : memref<8xvector<8xf32>>
  %c = memref.alloc(%n) : memref<?xvector<8xf32>>
  %one = memref.alloca() : memref<vector<2x4xf32>>
  affine.for %i = 0 to 8 {
    %a = affine.vector_load %A[%i, 0] : memref<8x8xf32>, vector<8xf32>
    %s = arith.addf %a, %a : vector<8xf32>
    affine.store %s, %b[%i] : memref<8xvector<8xf32>>
    %t = vector.shape_cast %s : vector<8xf32> to vector<2x4xf32>
    affine.store %t, %one[] : memref<vector<2x4xf32>>
  }
  %c0 = arith.constant 0 : index
  %part = memref.subview %b[%c0] [%n] [1] : memref<8xvector<8xf32>> to memref<?xvector<8xf32>, strided<[1], offset: ?>>
  memref.copy %part, %c : memref<?xvector<8xf32>, strided<[1], offset: ?>> to memref<?xvector<8xf32>>
  affine.for %i = 0 to %n {
    %s = memref.load %c[%i] : memref<?xvector<8xf32>>
    %t = affine.load %one[] : memref<vector<2x4xf32>>
    %u = vector.shape_cast %t : vector<2x4xf32> to vector<8xf32>
    %v = arith.subf %s, %u : vector<8xf32>
    affine.vector_store %v, %A[%i, 0] : memref<8x8xf32>, vector<8xf32>
  }
  memref.dealloc %b : memref<8xvector<8xf32>>
  memref.dealloc %c : memref<?xvector<8xf32>>
  return
}

// Integers of another sign in the lanes.
func.func @signs(%A: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xi8>, vector<4xi8>
  %u = builtin.unrealized_conversion_cast %v : vector<4xi8> to vector<4xui8>
  %s = builtin.unrealized_conversion_cast %u : vector<4xui8> to vector<4xi8>
  %y = arith.muli %s, %s : vector<4xi8>
  vector.store %y, %A[%c0] : memref<4xi8>, vector<4xi8>
  return
}

// RUN: interpret
// args: [1, 2, 3, 4, 5, 6]
func.func @transpose(%A: memref<2x3xi32>) -> memref<3x2xi32> {
  %T = memref.alloc() : memref<3x2xi32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i, %j] : memref<2x3xi32>
      affine.store %a, %T[%j, %i] : memref<3x2xi32>
    }
  }
  return %T : memref<3x2xi32>
}
// EXPECTED
// [1, 4, 2, 5, 3, 6] [1, 2, 3, 4, 5, 6]

// -----
// args: [1, 2, 3] 2
// args: [1, 2, 3] 3
// args: [1, 2, 3] -1
// args: [] 0
func.func @bounds(%A: memref<?xi32>, %i: index) -> i32 {
  %a = memref.load %A[%i] : memref<?xi32>
  return %a : i32
}
// EXPECTED
// 3 [1, 2, 3]
// 6:8: memref.load: index 3 is out of bounds for an extent of 3 in dimension 0
// 6:8: memref.load: index -1 is out of bounds for an extent of 3 in dimension 0
// 6:8: memref.load: index 0 is out of bounds for an extent of 0 in dimension 0

// -----
// A vector must lie within its row, not only within the buffer.
// args: [1, 2, 3, 4, 5, 6] 1
// args: [1, 2, 3, 4, 5, 6] 2
func.func @rows(%A: memref<2x3xi32>, %j: index) -> vector<2xi32> {
  %c0 = arith.constant 0 : index
  %v = affine.vector_load %A[symbol(%c0), symbol(%j)] : memref<2x3xi32>, vector<2xi32>
  return %v : vector<2xi32>
}
// EXPECTED
// [2, 3] [1, 2, 3, 4, 5, 6]
// 6:8: affine.vector_load: index 3 is out of bounds for an extent of 3 in dimension 1

// -----
// args: [1, 2, 3, 4, 5, 6]
func.func @matrix(%A: memref<2x3xi32>) -> vector<2x2xi32> {
  %v = affine.vector_load %A[0, 1] : memref<2x3xi32>, vector<2x2xi32>
  %c0 = arith.constant 0 : index
  %w = arith.addi %v, %v : vector<2x2xi32>
  vector.store %w, %A[%c0, %c0] : memref<2x3xi32>, vector<2x2xi32>
  return %v : vector<2x2xi32>
}
// EXPECTED
// [2, 3, 5, 6] [4, 6, 3, 10, 12, 6]

// -----
// Memory that was never written may be copied and computed with, not decided by.
// args: 1
// args: 0
func.func @undefined(%write: index) -> (i32, index) {
  %m = memref.alloc() : memref<i32>
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %write {
    affine.store %one, %m[] : memref<i32>
  }
  %a = affine.load %m[] : memref<i32>
  %b = arith.addi %a, %one : i32
  memref.dealloc %m : memref<i32>
  %i = arith.index_cast %b : i32 to index
  return %b, %i : i32, index
}
// EXPECTED
// 2 2
// 13:8: arith.index_cast: an undefined index

// -----
// args:
func.func @computed_with_nothing() -> i32 {
  %m = memref.alloca() : memref<i32>
  %a = affine.load %m[] : memref<i32>
  %b = arith.addi %a, %a : i32
  return %b : i32
}
// EXPECTED
// undefined

// -----
// args:
func.func @use_after_free() {
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  %a = affine.load %m[0] : memref<4xi32>
  return
}
// EXPECTED
// 5:8: affine.load: use of memory that was freed

// -----
// args:
func.func @free_twice() {
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
// EXPECTED
// 5:3: memref.dealloc: freeing memory that `memref.alloc` did not make, or that is freed already

// -----
// args:
func.func @free_the_stack() {
  %m = memref.alloca() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
// EXPECTED
// 4:3: memref.dealloc: freeing memory that `memref.alloc` did not make, or that is freed already

// -----
// args: [1, 2]
func.func @free_an_argument(%m: memref<2xi32>) {
  memref.dealloc %m : memref<2xi32>
  return
}
// EXPECTED
// freed

// -----
// args: 3
// args: -1
// args: 9000000000000000000
func.func @sizes(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?x4xf32>
  %c = memref.cast %m : memref<?x4xf32> to memref<3x?xf32>
  %c1 = arith.constant 1 : index
  %a = memref.dim %c, %c0 : memref<3x?xf32>
  %b = memref.dim %c, %c1 : memref<3x?xf32>
  return %a, %b : index, index
}
// EXPECTED
// 3 4
// 6:8: memref.alloc: an extent of -1
// 6:8: memref.alloc: memory limit exceeded

// -----
// args: 4
func.func @cast_to_another_shape(%n: index) {
  %m = memref.alloc(%n) : memref<?xf32>
  %c = memref.cast %m : memref<?xf32> to memref<3xf32>
  return
}
// EXPECTED
// 4:8: memref.cast: the shapes disagree: 4 and 3

// -----
// args: [1, 2] [3, 4]
// args: [1, 2] [3]
func.func @copy(%a: memref<?xi32>, %b: memref<?xi32>) {
  memref.copy %a, %b : memref<?xi32> to memref<?xi32>
  return
}
// EXPECTED
// [1, 2] [1, 2]
// 4:3: memref.copy: the shapes disagree: 2 and 1

// -----
// Rows of a strided allocation lie five apart.
// args:
func.func @strided() -> i32 {
  %m = memref.alloc() : memref<2x3xi32, strided<[5, 1], offset: 2>>
  %c = arith.constant 7 : i32
  affine.store %c, %m[1, 2] : memref<2x3xi32, strided<[5, 1], offset: 2>>
  %a = affine.load %m[1, 2] : memref<2x3xi32, strided<[5, 1], offset: 2>>
  return %a : i32
}
// EXPECTED
// 7

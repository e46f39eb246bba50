// refused: a cast to a layout that is not known of the memory
// wrong
// A view of one row of an argument, and of another.
func.func @first(%A: memref<2x4xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %v = memref.subview %A[0, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 0>>
  %w = memref.cast %v : memref<4xf32, strided<[1], offset: 0>> to memref<4xf32, strided<[1], offset: ?>>
  return %w : memref<4xf32, strided<[1], offset: ?>>
}
func.func @second(%A: memref<2x4xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %v = memref.subview %A[1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
  %w = memref.cast %v : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: ?>>
  return %w : memref<4xf32, strided<[1], offset: ?>>
}

// refused: a view as result whose type leaves strides or the offset open
// wrong
// A view of an argument, each second element or all.
func.func @first(%n: index, %A: memref<8xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %s = arith.constant 2 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [%n], strides: [%s] : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %f : memref<?xf32, strided<[?], offset: ?>>
}
func.func @second(%n: index, %A: memref<8xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %s = arith.constant 1 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [%n], strides: [%s] : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %f : memref<?xf32, strided<[?], offset: ?>>
}

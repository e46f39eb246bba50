// refused: a value is computed otherwise
// wrong
// The other of two arguments.
func.func @first(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<4xf32> {
  return %A : memref<4xf32>
}
func.func @second(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<4xf32> {
  return %B : memref<4xf32>
}

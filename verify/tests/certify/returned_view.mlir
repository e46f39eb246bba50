// certified
// A view of a new array, filled in another order.
func.func @first(%n: index, %A: memref<?xf32>) -> memref<24xf32> {
  %r = memref.alloc() : memref<4x6xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i * 6 + %j] : memref<?xf32>
      affine.store %x, %r[%i, %j] : memref<4x6xf32>
    }
  }
  %f = memref.reinterpret_cast %r to offset: [0], sizes: [24], strides: [1] : memref<4x6xf32> to memref<24xf32>
  return %f : memref<24xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> memref<24xf32> {
  %r = memref.alloc() : memref<4x6xf32>
  affine.for %j = 0 to 6 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%i * 6 + %j] : memref<?xf32>
      affine.store %x, %r[%i, %j] : memref<4x6xf32>
    }
  }
  %f = memref.reinterpret_cast %r to offset: [0], sizes: [24], strides: [1] : memref<4x6xf32> to memref<24xf32>
  return %f : memref<24xf32>
}

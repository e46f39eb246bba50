// refused: 
// An open cell that is read twice is one value.
func.func @first(%n: index, %A: memref<?xf32>) -> memref<2xf32> {
  %t = memref.alloca() : memref<1xf32>
  %r = memref.alloc() : memref<2xf32>
  %x = affine.load %t[0] : memref<1xf32>
  affine.store %x, %r[0] : memref<2xf32>
  affine.store %x, %r[1] : memref<2xf32>
  return %r : memref<2xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> memref<2xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = memref.alloc() : memref<2xf32>
  affine.store %one, %r[0] : memref<2xf32>
  affine.store %two, %r[1] : memref<2xf32>
  return %r : memref<2xf32>
}

// certified
// An extent that is the greatest of two sizes.
func.func @first(%n: index, %B: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.dim %B, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %e = affine.max affine_map<(d0, d1) -> (d0, d1)>(%n, %m)
  %r = memref.alloc(%e) : memref<?xf32>
  affine.for %i = 0 to %e {
    affine.store %zero, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}
func.func @second(%n: index, %B: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.dim %B, %c0 : memref<?xf32>
  %z = arith.constant 0.0 : f32
  %e = affine.max affine_map<(d0, d1) -> (d0, d1)>(%n, %m)
  %r = memref.alloc(%e) : memref<?xf32>
  affine.for %i = 0 to %e {
    affine.store %z, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}

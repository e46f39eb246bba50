// certified
// One array is both results.
func.func @first(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %r[%i] : memref<?xf32>
  }
  return %r, %r : memref<?xf32>, memref<?xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %z = affine.load %A[%i] : memref<?xf32>
    affine.store %z, %r[%i] : memref<?xf32>
  }
  return %r, %r : memref<?xf32>, memref<?xf32>
}

// refused: 
// wrong
// The second reads what it has overwritten where arguments overlap.
func.func @first(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
    affine.store %x, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}
func.func @second(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}

// refused: a value is computed otherwise
// One array where there were two.
func.func @first(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %r[%i] : memref<?xf32>
    affine.store %x, %s[%i] : memref<?xf32>
  }
  return %r, %s : memref<?xf32>, memref<?xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %r[%i] : memref<?xf32>
  }
  return %r, %r : memref<?xf32>, memref<?xf32>
}

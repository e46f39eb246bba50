// refused: 
// wrong
// The second returns them in the other order.
func.func @first(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %x, %r[%i] : memref<?xf32>
    affine.store %y, %s[%i] : memref<?xf32>
  }
  return %r, %s : memref<?xf32>, memref<?xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %r = memref.alloc(%n) : memref<?xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %x, %r[%i] : memref<?xf32>
    affine.store %y, %s[%i] : memref<?xf32>
  }
  return %s, %r : memref<?xf32>, memref<?xf32>
}

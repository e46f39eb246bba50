// refused: 
// wrong
// The second leaves the last element as it is.
func.func @first(%n: index, %A: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}
func.func @second(%n: index, %A: memref<?xf32>) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}

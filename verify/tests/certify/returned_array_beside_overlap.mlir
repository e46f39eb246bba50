// certified
// The arguments may overlap; the new array does not.
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
  affine.for %t = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
      %x = affine.load %A[%i] : memref<?xf32>
      affine.store %x, %B[%i] : memref<?xf32>
      affine.store %x, %r[%i] : memref<?xf32>
    }
  }
  return %r : memref<?xf32>
}

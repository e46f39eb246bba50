// Fresh memory is compared by its contents.
// verdict: proved
func.func @f(%x: i32) -> memref<2xi32> {
  %m = memref.alloc() : memref<2xi32>
  affine.store %x, %m[0] : memref<2xi32>
  affine.store %x, %m[1] : memref<2xi32>
  return %m : memref<2xi32>
}
// -----
func.func @f(%x: i32) -> memref<2xi32> {
  %m = memref.alloc() : memref<2xi32>
  %n = memref.alloc() : memref<2xi32>
  affine.for %i = 0 to 2 {
    affine.store %x, %m[1 - %i] : memref<2xi32>
  }
  memref.copy %m, %n : memref<2xi32> to memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  return %n : memref<2xi32>
}

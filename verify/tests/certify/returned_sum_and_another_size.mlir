// refused: an index as data differs
// wrong
// Another size beside it.
func.func @first(%n: index, %A: memref<?xf32>) -> (memref<f32>, index) {
  %zero = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<f32>
  affine.store %zero, %r[] : memref<f32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %r[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[] : memref<f32>
  }
  return %r, %n : memref<f32>, index
}
func.func @second(%n: index, %A: memref<?xf32>) -> (memref<f32>, index) {
  %zero = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<f32>
  %t = affine.for %i = 0 to %n iter_args(%s = %zero) -> f32 {
    %x = affine.load %A[%i] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  affine.store %t, %r[] : memref<f32>
  %m = arith.addi %n, %n : index
  return %r, %m : memref<f32>, index
}

// Rows are independent, and what an iteration allocates is its own.
// verdict: proved
func.func @f(%A: memref<4x3xf32>, %B: memref<4x3xf32>) {
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to 4 {
    affine.for %j = 1 to 3 {
      %x = affine.load %A[%i, %j - 1] : memref<4x3xf32>
      affine.store %x, %t[] : memref<f32>
      %y = affine.load %t[] : memref<f32>
      %z = arith.mulf %y, %y : f32
      affine.store %z, %A[%i, %j] : memref<4x3xf32>
    }
  }
  return
}
// -----
func.func @f(%A: memref<4x3xf32>, %B: memref<4x3xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %t = memref.alloca() : memref<f32>
    affine.for %j = 1 to 3 {
      %x = affine.load %A[%i, %j - 1] : memref<4x3xf32>
      affine.store %x, %t[] : memref<f32>
      %y = affine.load %t[] : memref<f32>
      %z = arith.mulf %y, %y : f32
      affine.store %z, %A[%i, %j] : memref<4x3xf32>
    }
  }
  return
}

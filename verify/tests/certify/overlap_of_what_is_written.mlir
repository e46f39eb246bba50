// refused: 
// wrong
// The same where the sums may be one of the arguments.
func.func @first(%n: index, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = affine.load %C[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %c = affine.load %C[%i] : memref<?xf32>
    %r = affine.for %j = 0 to %n iter_args(%t = %c) -> f32 {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %t, %p : f32
      affine.yield %s : f32
    }
    affine.store %r, %C[%i] : memref<?xf32>
  }
  return
}

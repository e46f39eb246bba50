// The temporary is one for all iterations: another may write it between the store and the load.
// verdict: refuted
// check: iterations 0 and 1 of a parallel loop touch cell 0
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<4xf32>
  }
  return
}
// -----
func.func @f(%A: memref<4xf32>) {
  %t = memref.alloca() : memref<f32>
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<4xf32>
    affine.store %x, %t[] : memref<f32>
    %y = affine.load %t[] : memref<f32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %A[%i] : memref<4xf32>
  }
  return
}

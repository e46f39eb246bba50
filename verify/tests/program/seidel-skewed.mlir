// Skewed by time, the sweep may be tiled.
// verdict: proved
// check: proved for this shape, floating-point model strict
func.func @seidel(%A: memref<8xf32>) {
  %third = arith.constant 0.5 : f32
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 7 {
      %l = affine.load %A[%i - 1] : memref<8xf32>
      %r = affine.load %A[%i + 1] : memref<8xf32>
      %u = arith.addf %l, %r : f32
      %v = arith.mulf %u, %third : f32
      affine.store %v, %A[%i] : memref<8xf32>
    }
  }
  return
}
// -----
func.func @seidel(%A: memref<8xf32>) {
  %third = arith.constant 0.5 : f32
  affine.for %ss = 1 to 10 step 3 {
    affine.for %t = 0 to 4 {
      affine.for %s = max affine_map<(d0, d1) -> (d0, d1 + 1)>(%ss, %t) to min affine_map<(d0, d1) -> (d0 + 3, d1 + 7)>(%ss, %t) {
        %l = affine.load %A[%s - %t - 1] : memref<8xf32>
        %r = affine.load %A[%s - %t + 1] : memref<8xf32>
        %u = arith.addf %l, %r : f32
        %v = arith.mulf %u, %third : f32
        affine.store %v, %A[%s - %t] : memref<8xf32>
      }
    }
  }
  return
}

// The packed copy is read one element further than it was written.
// verdict: refuted
// check: undefined
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<4xf32>
  }
  return
}
// -----
func.func @f(%A: memref<4xf32>) {
  %P = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %P[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %P[%i] : memref<4xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<4xf32>
  }
  memref.dealloc %P : memref<4xf32>
  return
}

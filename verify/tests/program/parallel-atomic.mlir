// Atomic updates are no race, but of which iteration comes last nothing is known.
// verdict: unknown
// check: update one cell atomically
func.func @f(%A: memref<4xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    affine.store %x, %s[0] : memref<1xf32>
  }
  return
}
// -----
func.func @f(%A: memref<4xf32>, %s: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = memref.atomic_rmw assign %x, %s[%c0] : (f32, memref<1xf32>) -> f32
  }
  return
}

// input
// Reuse: every iteration of j reads the same row, shifted.
func.func @reuse(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 2 {
      %a = affine.load %A[%i + %j] : memref<?xf32>
    }
  }
  return
}
// input A[i + j] -> A[i + j] at i (<, >) (1, -1)

// Each element is the mean of itself and its neighbours, two of which are of the same sweep.
func.func @sweep(%A: memref<40x40xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 39 {
      affine.for %j = 1 to 39 {
        %n = affine.load %A[%i - 1, %j + 1] : memref<40x40xf64>
        %w = affine.load %A[%i, %j - 1] : memref<40x40xf64>
        %s = arith.addf %n, %w : f64
        affine.store %s, %A[%i, %j] : memref<40x40xf64>
      }
    }
  }
  return
}

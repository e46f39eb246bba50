// Each iteration reads what the one before wrote.
func.func @forward(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// flow A[i] -> A[i - 1] at i (<) (1)
// -----
// Each iteration reads what the next one overwrites.
func.func @distance_minus_one(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// anti A[i + 1] -> A[i] at i (<) (1)
// -----
// Exchanging the loops would reverse it.
func.func @one_minus_one(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// flow A[i, j] -> A[i - 1, j + 1] at i (<, >) (1, -1)
// -----
// Ten iterations, and a distance of ten.
func.func @too_far(%A: memref<20xf32>) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i + 10] : memref<20xf32>
    affine.store %a, %A[%i] : memref<20xf32>
  }
  return
}
// none
// -----
// Steps of three never meet a distance of two.
func.func @between_steps(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n step 3 {
    %a = affine.load %A[%i + 2] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// none
// -----
// Twice the step is a distance of the induction variable.
func.func @steps(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n step 3 {
    %a = affine.load %A[%i + 6] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// anti A[i + 6] -> A[i] at i (<) (6)
// -----
// A distance that is a size: it may be of either sign, or none.
func.func @symbolic_distance(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + symbol(%m)] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// anti A[i + m] -> A[i] within (=) (0)
// anti A[i + m] -> A[i] at i (<) (*)
// flow A[i] -> A[i + m] at i (<) (*)
// -----
// The halves of an array of twice the size.
func.func @symbolic_halves(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + symbol(%n)] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// none

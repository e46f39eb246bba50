// A loop that never runs.
func.func @zero_trips(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 5 to 5 {
      affine.store %z, %A[%i] : memref<?xf32>
    }
    %a = affine.load %A[%i] : memref<?xf32>
  }
  return
}
// none
// -----
// The inner loop runs once at most, for the last row only.
func.func @triangular(%A: memref<10xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 {
      affine.store %z, %A[%j] : memref<10xf32>
    }
    %a = affine.load %A[%i] : memref<10xf32>
  }
  return
}
// output A[j] -> A[j] at i (<, =) (*, 0)
// flow A[j] -> A[i] within (=) (0)
// flow A[j] -> A[i] at i (<) (*)
// -----
// Two nests, one after the other, over different halves.
func.func @nests(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %z, %A[%i] : memref<?xf32>
  }
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0 * 2)>(%n) {
    %a = affine.load %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 1 {
    %a = affine.load %A[%i] : memref<?xf32>
  }
  return
}
// flow A[i] -> A[i] within () ()
// -----
// Bounds that are the least and the greatest of several.
func.func @least_bound(%A: memref<?xf32>, %n: index) {
  affine.for %i = max affine_map<(d0) -> (0, d0)>(%n) to min affine_map<(d0) -> (8, d0 + 8)>(%n) {
    %a = affine.load %A[%i + 8] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// none
// -----
// The start of the steps is the greater of two bounds.
func.func @steps_from_greatest(%A: memref<?xf32>, %n: index) {
  affine.for %i = max affine_map<(d0) -> (0, d0 * 2)>(%n) to 100 step 2 {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// none
// -----
// A loop of the scf dialect whose bounds are affine.
func.func @scf(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c2 {
    %a = memref.load %A[%i] : memref<?xf32>
    %j = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
    memref.store %a, %A[%j] : memref<?xf32>
  }
  return
}
// flow A[i + 4] -> A[i] at i (<) (4)
// -----
// A step that is not constant.
func.func @unknown_step(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %a = memref.load %A[%i] : memref<?xf32>
    %j = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
    memref.store %a, %A[%j] : memref<?xf32>
  }
  return
}
// flow A[i + 4] -> A[i] at i (<) (4), assumed: the step of the loop of %i is not constant
// -----
func.func @parallel(%A: memref<?x?xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, 0) to (%n, 10) step (1, 2) {
    %a = affine.load %A[%i, %j] : memref<?x?xf32>
    affine.store %a, %A[%i + 1, %j + 4] : memref<?x?xf32>
  }
  return
}
// flow A[i + 1, j + 4] -> A[i, j] at i (<, <) (1, 4)
// -----
// A scalar that every iteration reads and writes.
func.func @scalar(%s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %s[] : memref<f32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %s[] : memref<f32>
  }
  return
}
// anti s[] -> s[] within (=) (0)
// anti s[] -> s[] at i (<) (*)
// flow s[] -> s[] at i (<) (*)
// output s[] -> s[] at i (<) (*)
// -----
// The extent of an allocation is the size it was given.
func.func @allocated_extent(%n: index, %v: f32) {
  %c1 = arith.constant 1 : index
  %T = memref.alloc(%n) : memref<4x?xf32>
  %d = memref.dim %T, %c1 : memref<4x?xf32>
  affine.for %i = 0 to %n {
    affine.store %v, %T[0, %i] : memref<4x?xf32>
  }
  affine.for %i = affine_map<(d0) -> (d0)>(%d) to affine_map<(d0) -> (d0 + 2)>(%d) {
    %t = affine.load %T[0, %i] : memref<4x?xf32>
  }
  affine.for %i = 0 to %d {
    %t = affine.load %T[0, %i] : memref<4x?xf32>
  }
  return
}
// flow T[0, i] -> T[0, i] within () ()
// -----
// One extent of an argument is the same for all that ask.
func.func @extent(%A: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %A, %c0 : memref<?xf32>
  %B = memref.cast %A : memref<?xf32> to memref<?xf32>
  %e = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %d {
    affine.store %v, %A[%i] : memref<?xf32>
  }
  affine.store %v, %B[symbol(%e)] : memref<?xf32>
  affine.store %v, %B[symbol(%e) - 1] : memref<?xf32>
  return
}
// output A[i] -> B[dim(A, 0) - 1] within () ()

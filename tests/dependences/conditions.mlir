// The branches of one condition are never both taken.
func.func @branches(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<?xf32>
    } else {
      %a = affine.load %A[%i] : memref<?xf32>
    }
  }
  return
}
// none
// -----
// The first half writes what the second half reads.
func.func @halves(%A: memref<?xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      %a = affine.load %A[%i - 5] : memref<?xf32>
    } else {
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
// flow A[i] -> A[i - 5] at i (<) (5)
// -----
// Not equal is less or greater.
func.func @not_equal(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
      } else {
        %z = arith.constant 0.0 : f32
        affine.store %z, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
// none
// -----
// A condition that is data.
func.func @data(%A: memref<?xf32>, %c: i1, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    scf.if %c {
      memref.store %z, %A[%i] : memref<?xf32>
    } else {
      %a = memref.load %A[%i] : memref<?xf32>
    }
    %b = memref.load %A[%i] : memref<?xf32>
  }
  return
}
// flow A[i] -> A[i] within (=) (0), assumed: the condition of `scf.if` is not followed
// -----
// Blocks: the store comes before the load, or not at all.
func.func @blocks(%A: memref<?xf32>, %c: i1, %i: index) {
  %z = arith.constant 0.0 : f32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %z, %A[%i] : memref<?xf32>
  cf.br ^bb2
^bb2:
  %a = memref.load %A[%i] : memref<?xf32>
  return
}
// output A[i] -> A[i] at branches (<) (*), assumed: which blocks of `func.func` run is not followed
// flow A[i] -> A[i] at branches (<) (*), assumed: which blocks of `func.func` run is not followed
// anti A[i] -> A[i] at branches (<) (*), assumed: which blocks of `func.func` run is not followed
// -----
func.func @while(%A: memref<?xf32>, %c: i1, %i: index) {
  scf.while : () -> () {
    %a = memref.load %A[%i] : memref<?xf32>
    scf.condition(%c)
  } do {
    %z = arith.constant 0.0 : f32
    memref.store %z, %A[%i] : memref<?xf32>
    scf.yield
  }
  return
}
// anti A[i] -> A[i] within () (), assumed: which of the two runs first is not known; how often `scf.while` runs its region is not followed
// flow A[i] -> A[i] within () (), assumed: which of the two runs first is not known; how often `scf.while` runs its region is not followed
// output A[i] -> A[i] at scf.while (<) (*), assumed: how often `scf.while` runs its region is not followed

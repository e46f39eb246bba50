// The condition is on the outer loop only.
// fires: unswitch
func.func @invariant(%A: memref<9x9xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
        affine.store %x, %A[%i, %j] : memref<9x9xf32>
      } else {
        affine.store %y, %A[%j, %i] : memref<9x9xf32>
      }
    }
  }
  return
}
// -----
// A symbol is the same in every iteration of all loops.
// fires: unswitch
func.func @symbol(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// -----
// One of the conditions moves with the only loop.
// not: unswitch
func.func @moves(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (s0 - 4 >= 0, d0 mod 2 == 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// refused: unswitch of i: refused, the condition is on i
// -----
// The condition is one of two statements that cannot be apart: the other is in both loops.
// fires: unswitch
// equal: unswitch
func.func @sequence(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i + 1] : memref<?xf32>
  }
  return
}
// -----
// The first and the last of three stand under one condition, each with something else where it fails.
// fires: unswitch
// equal: unswitch
func.func @twice(%A: memref<?xf32>, %x: f32, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<()[s0] : (s0 - 2 >= 0)>()[%m] {
      affine.store %x, %A[%i] : memref<?xf32>
    } else {
      affine.store %x, %A[%i + 2] : memref<?xf32>
    }
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i + 1] : memref<?xf32>
    affine.if affine_set<()[s0] : (s0 - 2 >= 0)>()[%m] {
      %b = affine.load %A[%i + 2] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
// -----
// What is compared is the same for the loop inside only; outside it moves, though it is always even.
// not: unswitch
func.func @remainder(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : ((d0 * 2) mod 2 + d0 - 1 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i + 1] : memref<?xf32>
  }
  return
}
// refused: unswitch of i: refused, the condition is on i

// The inner loop starts after the outer variable, which is never negative.
func.func @always(%A: memref<?x?xf32>, %x: f32, %y: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %y, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @always(%A: memref<?x?xf32>, %x: f32, %y: f32, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = #map1(%i) to #map(%n) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// One iteration more on either side, and the condition fails there.
func.func @nearly(%A: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] {
        affine.store %x, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
// stays
// decide: refused, each condition may hold in some iterations and fail in others
// -----
// The step makes every value odd.
func.func @never(%A: memref<40xf32>, %x: f32, %y: f32) {
  affine.for %i = 3 to 31 step 4 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %A[%i] : memref<40xf32>
    } else {
      affine.store %y, %A[%i] : memref<40xf32>
    }
  }
  return
}
// becomes
module {
  func.func @never(%A: memref<40xf32>, %x: f32, %y: f32) {
    affine.for %i = 3 to 31 step 4 {
      affine.store %y, %A[%i] : memref<40xf32>
    }
    return
  }
}
// -----
// What is known of the outer condition decides the inner one in the first branch, not in the second; a conjunction
// keeps the part that is open.
func.func @nested(%A: memref<?xf32>, %x: f32, %y: f32, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 >= 0)>(%i)[%m] {
      affine.if affine_set<(d0)[s0] : (d0 - s0 + 1 >= 0)>(%i)[%m] {
        affine.store %x, %A[%i] : memref<?xf32>
      } else {
        affine.store %y, %A[%i] : memref<?xf32>
      }
    } else {
      affine.if affine_set<(d0)[s0] : (d0 - s0 + 1 >= 0)>(%i)[%m] {
        affine.store %y, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1) : (d0 - d1 >= 0)>
#set1 = affine_set<(d0, d1) : (d0 - d1 + 1 >= 0)>
module {
  func.func @nested(%A: memref<?xf32>, %x: f32, %y: f32, %n: index, %m: index) {
    affine.for %i = 0 to #map(%n) {
      affine.if #set(%i, %m) {
        affine.store %x, %A[%i] : memref<?xf32>
      } else {
        affine.if #set1(%i, %m) {
          affine.store %y, %A[%i] : memref<?xf32>
        }
      }
    }
    return
  }
}
// -----
// A loop that never runs decides nothing outside it: the store after it is another.
func.func @never_runs(%A: memref<9xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 0 {
      affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%j) {
        affine.store %x, %A[%i] : memref<9xf32>
      } else {
        affine.store %y, %A[%i] : memref<9xf32>
      }
    }
    affine.store %x, %A[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @never_runs(%A: memref<9xf32>, %x: f32, %y: f32) {
    affine.for %i = 0 to 3 {
      affine.store %x, %A[%i] : memref<9xf32>
    }
    return
  }
}

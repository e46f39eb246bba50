// The point may be before, inside or after the loop.
func.func @any_point(%A: memref<?xf32>, %x: f32, %y: f32, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%e] {
      affine.store %x, %A[%i] : memref<?xf32>
    } else {
      affine.store %y, %A[%i] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (0, d0)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @any_point(%A: memref<?xf32>, %x: f32, %y: f32, %n: index, %e: index) {
    affine.for %i = 0 to min #map(%n, %e) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    affine.for %i_1 = max #map1(%e) to #map2(%n) {
      affine.store %y, %A[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// One iteration of each inner loop, that of the diagonal, and the triangles beside it.
func.func @diagonal(%A: memref<?x?xf32>, %x: f32, %y: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %y, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @diagonal(%A: memref<?x?xf32>, %x: f32, %y: f32, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%i) {
        affine.store %y, %A[%j, %i] : memref<?x?xf32>
      }
      affine.store %x, %A[%i, %i] : memref<?x?xf32>
      affine.for %j_1 = #map1(%i) to #map(%n) {
        affine.store %y, %A[%j_1, %i] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// An iteration that the loop may not have: there is a loop of at most one.
func.func @may_be_outside(%A: memref<?xf32>, %x: f32, %n: index, %e: index) {
  affine.for %i = 2 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - s0 * 2 == 0)>(%i)[%e] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (2, d0 * 2)>
#map1 = affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>
module {
  func.func @may_be_outside(%A: memref<?xf32>, %x: f32, %n: index, %e: index) {
    affine.for %i_1 = max #map(%e) to min #map1(%n, %e) {
      affine.store %x, %A[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// Factors, with a point between two iterations; an inner loop takes a name of its own in each part.
func.func @factors(%A: memref<?x?xf32>, %x: f32, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 * 3 - s0 - 1 >= 0)>(%i)[%e] {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    } else {
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
    affine.if affine_set<(d0)[s0] : (d0 * -2 + s0 >= 0)>(%i)[%e] {
      affine.store %x, %A[%i, %i] : memref<?x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0, d1 floordiv 3 + 1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> (d0 floordiv 3 + 1)>
#map3 = affine_map<(d0, d1) -> (d0, d1 floordiv 2 + 1)>
#map4 = affine_map<(d0) -> (d0 + 1)>
#map5 = affine_map<(d0) -> (0, d0 floordiv 2 + 1)>
module {
  func.func @factors(%A: memref<?x?xf32>, %x: f32, %n: index, %e: index) {
    affine.for %i = 0 to min #map(%n, %e) {
      affine.for %j_1 = 0 to #map1(%i) {
        affine.store %x, %A[%i, %j_1] : memref<?x?xf32>
      }
      affine.store %x, %A[%i, %i] : memref<?x?xf32>
    }
    affine.for %i_1 = #map2(%e) to min #map3(%n, %e) {
      affine.for %j_2 = #map4(%i_1) to #map1(%n) {
        affine.store %x, %A[%i_1, %j_2] : memref<?x?xf32>
      }
      affine.store %x, %A[%i_1, %i_1] : memref<?x?xf32>
    }
    affine.for %i_1_1 = max #map5(%e) to #map1(%n) {
      affine.for %j_2_1 = #map4(%i_1_1) to #map1(%n) {
        affine.store %x, %A[%i_1_1, %j_2_1] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// The order of the iterations stays: each adds to what the one before left.
func.func @carried(%A: memref<?xf32>, %x: f32, %y: f32, %n: index) -> f32 {
  %last = affine.for %i = 0 to %n iter_args(%s = %x) -> (f32) {
    %r = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i - 3] : memref<?xf32>
      %t = arith.mulf %s, %a : f32
      affine.yield %t : f32
    } else {
      %t = arith.addf %s, %y : f32
      affine.yield %t : f32
    }
    affine.store %r, %A[%i] : memref<?xf32>
    affine.yield %r : f32
  }
  return %last : f32
}
// becomes
#map = affine_map<(d0) -> (d0, 3)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @carried(%A: memref<?xf32>, %x: f32, %y: f32, %n: index) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    %chosen = memref.alloca() : memref<f32>
    affine.for %i = 0 to min #map(%n) {
      %1 = affine.load %acc[] : memref<f32>
      %2 = arith.addf %1, %y : f32
      affine.store %2, %chosen[] : memref<f32>
      affine.store %2, %A[%i] : memref<?xf32>
      affine.store %2, %acc[] : memref<f32>
    }
    affine.for %i_1 = 3 to #map1(%n) {
      %1 = affine.load %acc[] : memref<f32>
      %2 = affine.load %A[%i_1 - 3] : memref<?xf32>
      %3 = arith.mulf %1, %2 : f32
      affine.store %3, %chosen[] : memref<f32>
      affine.store %3, %A[%i_1] : memref<?xf32>
      affine.store %3, %acc[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    return %0 : f32
  }
}
// -----
// The first point is on the outer loop, the second on the inner one, where the first condition holds.
func.func @corner(%A: memref<9x9xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0, d1) : (d0 - 4 >= 0, d1 - 5 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<9x9xf32>
      } else {
        affine.store %y, %A[%i, %j] : memref<9x9xf32>
      }
    }
  }
  return
}
// becomes
module {
  func.func @corner(%A: memref<9x9xf32>, %x: f32, %y: f32) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 9 {
        affine.store %y, %A[%i, %j] : memref<9x9xf32>
      }
    }
    affine.for %i_1 = 4 to 9 {
      affine.for %j_1 = 0 to 5 {
        affine.store %y, %A[%i_1, %j_1] : memref<9x9xf32>
      }
      affine.for %j_1_1 = 5 to 9 {
        affine.store %x, %A[%i_1, %j_1_1] : memref<9x9xf32>
      }
    }
    return
  }
}
// -----
// The iteration at the point has an inner loop without iterations.
func.func @no_iterations(%A: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%j, %i) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0)>(%j) {
        affine.store %x, %A[%j, %k] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @no_iterations(%A: memref<?x?xf32>, %x: f32, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = #map1(%i) to #map(%n) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
        affine.for %k = #map(%i) to #map(%j) {
          affine.store %x, %A[%j, %k] : memref<?x?xf32>
        }
      }
    }
    return
  }
}
// -----
// A point that moves with the loop, or with one inside it, is none; nor are there two between odd and even.
func.func @no_point(%A: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %A[%i, 0] : memref<?x?xf32>
    }
    affine.if affine_set<(d0) : (d0 - d0 floordiv 2 - 3 >= 0)>(%i) {
      affine.store %x, %A[0, %i] : memref<?x?xf32>
    }
  }
  return
}
// stays
// split: refused, no condition changes between two iterations only, the same in the loops inside
// -----
// Steps of two do not start again at the point.
func.func @steps(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n step 2 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// stays
// split: refused, no condition changes between two iterations only, the same in the loops inside

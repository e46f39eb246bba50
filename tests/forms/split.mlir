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
    %chosen_1 = memref.alloca() : memref<f32>
    affine.for %i_1 = 3 to #map1(%n) {
      %1 = affine.load %acc[] : memref<f32>
      %2 = affine.load %A[%i_1 - 3] : memref<?xf32>
      %3 = arith.mulf %1, %2 : f32
      affine.store %3, %chosen_1[] : memref<f32>
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
// -----
// A window that reaches beyond the border: where all of it is inside is a stretch of its own, whose window has no condition and is
// copied out. The border is kept as it is, in loops of its own.
func.func @window(%x: memref<?xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %z: f32,
    %n: index) {
  affine.for %j = 0 to %n {
    %r = affine.for %q = 0 to 3 iter_args(%a = %z) -> (f32) {
      %c = affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%j, %q)[%n] -> f32 {
        %l = affine.load %x[%j + %q - 1] : memref<?xf32>
        %k = affine.load %w[%q] : memref<3xf32>
        %p = arith.mulf %l, %k : f32
        %s = arith.addf %a, %p : f32
        affine.yield %s : f32
      } else {
        affine.yield %a : f32
      }
      affine.yield %c : f32
    }
    affine.store %r, %y[%j] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0, 1)>
#map1 = affine_map<(d0) -> (1, d0 - 1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0 - 1)>
#set = affine_set<(d0, d1, d2) : (d0 + d1 - 1 >= 0, -d0 + d2 - d1 >= 0)>
#set1 = affine_set<(d0, d1, d2) : (d0 - d1 - d2 >= 0)>
module {
  func.func @window(%x: memref<?xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %z: f32, %n: index) {
    %acc = memref.alloca() : memref<f32>
    affine.for %j_2 = 0 to min #map(%n) {
      affine.store %z, %acc[] : memref<f32>
      affine.for %q_2 = 0 to 3 {
        affine.if #set(%q_2, %j_2, %n) {
          %1 = affine.load %acc[] : memref<f32>
          %2 = affine.load %x[%q_2 + %j_2 - 1] : memref<?xf32>
          %3 = affine.load %w[%q_2] : memref<3xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %1, %4 : f32
          affine.store %5, %acc[] : memref<f32>
        }
      }
      %0 = affine.load %acc[] : memref<f32>
      affine.store %0, %y[%j_2] : memref<?xf32>
    }
    %acc_2 = memref.alloca() : memref<f32>
    affine.for %j_1_1_1 = max #map1(%n) to #map2(%n) {
      affine.store %z, %acc_2[] : memref<f32>
      affine.for %q_1_1_1 = 0 to 3 {
        affine.if #set1(%n, %q_1_1_1, %j_1_1_1) {
          %1 = affine.load %acc_2[] : memref<f32>
          %2 = affine.load %x[%q_1_1_1 + %j_1_1_1 - 1] : memref<?xf32>
          %3 = affine.load %w[%q_1_1_1] : memref<3xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %1, %4 : f32
          affine.store %5, %acc_2[] : memref<f32>
        }
      }
      %0 = affine.load %acc_2[] : memref<f32>
      affine.store %0, %y[%j_1_1_1] : memref<?xf32>
    }
    %acc_1 = memref.alloca() : memref<f32>
    affine.for %j_1 = 1 to #map3(%n) {
      %0 = affine.load %x[%j_1 - 1] : memref<?xf32>
      %1 = affine.load %w[0] : memref<3xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %z, %2 : f32
      %4 = affine.load %x[%j_1] : memref<?xf32>
      %5 = affine.load %w[1] : memref<3xf32>
      %6 = arith.mulf %4, %5 : f32
      %7 = arith.addf %3, %6 : f32
      %8 = affine.load %x[%j_1 + 1] : memref<?xf32>
      %9 = affine.load %w[2] : memref<3xf32>
      %10 = arith.mulf %8, %9 : f32
      %11 = arith.addf %7, %10 : f32
      affine.store %11, %acc_1[] : memref<f32>
      affine.store %11, %y[%j_1] : memref<?xf32>
    }
    return
  }
}
// -----
// What the border reads may be what the others write: it stays in the loop around.
func.func @window_of_rows(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %m {
    affine.for %j = 0 to %n {
      affine.for %q = 0 to 3 {
        affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%j, %q)[%n] {
          %l = affine.load %A[%i - 1, %j + %q - 1] : memref<?x?xf32>
          %k = affine.load %A[%i, %j] : memref<?x?xf32>
          %s = arith.addf %k, %l : f32
          affine.store %s, %A[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0, 1)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0) -> (1, d0 - 1)>
#set = affine_set<(d0, d1, d2) : (d0 + d1 - 1 >= 0, -d0 + d2 - d1 >= 0)>
#set1 = affine_set<(d0, d1, d2) : (d0 - d1 - d2 >= 0)>
module {
  func.func @window_of_rows(%A: memref<?x?xf32>, %n: index, %m: index) {
    affine.for %i = 1 to #map(%m) {
      affine.for %j = 0 to min #map1(%n) {
        affine.for %q = 0 to 3 {
          affine.if #set(%j, %q, %n) {
            %0 = affine.load %A[%i, %j] : memref<?x?xf32>
            %1 = affine.load %A[%i - 1, %j + %q - 1] : memref<?x?xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %A[%i, %j] : memref<?x?xf32>
          }
        }
      }
      affine.for %j_1 = 1 to #map2(%n) {
        %0 = affine.load %A[%i, %j_1] : memref<?x?xf32>
        %1 = affine.load %A[%i - 1, %j_1 - 1] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i, %j_1] : memref<?x?xf32>
        %3 = affine.load %A[%i - 1, %j_1] : memref<?x?xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %A[%i, %j_1] : memref<?x?xf32>
        %5 = affine.load %A[%i - 1, %j_1 + 1] : memref<?x?xf32>
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %A[%i, %j_1] : memref<?x?xf32>
      }
      affine.for %j_1_1 = max #map3(%n) to #map(%n) {
        affine.for %q_1_1 = 0 to 3 {
          affine.if #set1(%n, %j_1_1, %q_1_1) {
            %0 = affine.load %A[%i, %j_1_1] : memref<?x?xf32>
            %1 = affine.load %A[%i - 1, %j_1_1 + %q_1_1 - 1] : memref<?x?xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %A[%i, %j_1_1] : memref<?x?xf32>
          }
        }
      }
    }
    return
  }
}
// -----
// A loop as long as the one around is no window.
func.func @triangle(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        %l = affine.load %A[%i, %j] : memref<?x?xf32>
        affine.store %l, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @triangle(%A: memref<?x?xf32>, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map1(%i) {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        affine.store %0, %A[%j, %i] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// The nearest element of a row: the border is kept, with the choice.
func.func @clamped(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %r = affine.for %k = -1 to 2 iter_args(%s = %z) -> (f32) {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %c = arith.cmpi slt, %at, %c0 : index
      %l = arith.select %c, %c0, %at : index
      %last = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%n]
      %h = arith.minsi %l, %last : index
      %v = memref.load %A[%h] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      affine.yield %t : f32
    }
    affine.store %r, %B[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0, 2)>
#map1 = affine_map<(d0) -> (2, d0 - 2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0 - 2)>
#set = affine_set<(d0, d1) : (-d0 - d1 >= 0)>
#set1 = affine_set<(d0) : (-d0 + 1 >= 0)>
#set2 = affine_set<(d0, d1, d2) : (d0 - d1 + d2 + 1 >= 0)>
module {
  func.func @clamped(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    %z = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<f32>
    affine.for %i_2 = 0 to min #map(%n) {
      affine.store %0, %acc[] : memref<f32>
      affine.for %k_2 = -1 to 2 {
        %2 = affine.load %acc[] : memref<f32>
        %3 = affine.if #set(%i_2, %k_2) -> f32 {
          %5 = affine.if #set1(%n) -> f32 {
            %6 = affine.load %A[%n - 1] : memref<?xf32>
            affine.yield %6 : f32
          } else {
            %6 = affine.load %A[0] : memref<?xf32>
            affine.yield %6 : f32
          }
          affine.yield %5 : f32
        } else {
          %5 = affine.if #set2(%i_2, %n, %k_2) -> f32 {
            %6 = affine.load %A[%n - 1] : memref<?xf32>
            affine.yield %6 : f32
          } else {
            %6 = affine.load %A[%i_2 + %k_2] : memref<?xf32>
            affine.yield %6 : f32
          }
          affine.yield %5 : f32
        }
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %acc[] : memref<f32>
      }
      %1 = affine.load %acc[] : memref<f32>
      affine.store %1, %B[%i_2] : memref<?xf32>
    }
    %acc_2 = memref.alloca() : memref<f32>
    affine.for %i_1_1_1 = max #map1(%n) to #map2(%n) {
      affine.store %0, %acc_2[] : memref<f32>
      affine.for %k_1_1_1 = -1 to 2 {
        %2 = affine.load %acc_2[] : memref<f32>
        %3 = affine.if #set2(%i_1_1_1, %n, %k_1_1_1) -> f32 {
          %5 = affine.load %A[%n - 1] : memref<?xf32>
          affine.yield %5 : f32
        } else {
          %5 = affine.load %A[%i_1_1_1 + %k_1_1_1] : memref<?xf32>
          affine.yield %5 : f32
        }
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %acc_2[] : memref<f32>
      }
      %1 = affine.load %acc_2[] : memref<f32>
      affine.store %1, %B[%i_1_1_1] : memref<?xf32>
    }
    %acc_1 = memref.alloca() : memref<f32>
    affine.for %i_1 = 2 to #map3(%n) {
      %1 = affine.load %A[%i_1 - 1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = affine.load %A[%i_1] : memref<?xf32>
      %4 = arith.addf %2, %3 : f32
      %5 = affine.load %A[%i_1 + 1] : memref<?xf32>
      %6 = arith.addf %4, %5 : f32
      affine.store %6, %acc_1[] : memref<f32>
      affine.store %6, %B[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// The element before, on the other side of a ring.
func.func @ring(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0 - 1)>(%i)[%n]
    %r = arith.remsi %p, %n : index
    %v = memref.load %A[%r] : memref<?xf32>
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0, 1)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @ring(%A: memref<?xf32>, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i_2 = 0 to min #map(%n) {
      %0 = affine.load %A[%i_2 + %n - 1] : memref<?xf32>
      affine.store %0, %B[%i_2] : memref<?xf32>
    }
    affine.for %i_1 = 1 to #map1(%n) {
      %0 = affine.load %A[%i_1 - 1] : memref<?xf32>
      affine.store %0, %B[%i_1] : memref<?xf32>
    }
    return
  }
}

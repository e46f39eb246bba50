// Inequalities and equalities, quotients and remainders, symbols; one inside another, with an else branch.
func.func @nested(%A: memref<?x?xf32> {llvm.noalias}, %x: f32, %y: f32, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - d1 - 1 >= 0, d0 mod 3 == 0)>(%i, %j)[%n] {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
        affine.if affine_set<(d0, d1) : (d0 floordiv 2 - d1 == 0)>(%i, %j) {
          affine.store %y, %A[%i, %j] : memref<?x?xf32>
        } else {
          affine.store %x, %A[%j, %i] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1, d2) : (-d0 - d1 + d2 - 1 >= 0, d0 mod 3 == 0)>
#set1 = affine_set<(d0, d1) : (-d0 + d1 floordiv 2 == 0)>
module {
  func.func @nested(%A: memref<?x?xf32> {llvm.noalias}, %x: f32, %y: f32, %n: index, %m: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%m) {
        affine.if #set(%i, %j, %n) {
          affine.store %x, %A[%i, %j] : memref<?x?xf32>
          affine.if #set1(%j, %i) {
            affine.store %y, %A[%i, %j] : memref<?x?xf32>
          } else {
            affine.store %x, %A[%j, %i] : memref<?x?xf32>
          }
        }
      }
    }
    return
  }
}
// -----
// What is the same in both branches and cannot trap is computed once, before; a division stays where it is.
func.func @hoisted(%A: memref<9xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %p = arith.addi %x, %y : i32
      %q = arith.divsi %p, %y : i32
      affine.store %q, %A[%i] : memref<9xi32>
    } else {
      %p = arith.addi %x, %y : i32
      affine.store %p, %A[%i] : memref<9xi32>
    }
  }
  return
}
// becomes
#set = affine_set<(d0) : (d0 - 4 >= 0)>
module {
  func.func @hoisted(%A: memref<9xi32>, %x: i32, %y: i32) {
    %0 = arith.addi %x, %y : i32
    affine.for %i = 0 to 9 {
      affine.if #set(%i) {
        %1 = arith.divsi %0, %y : i32
        affine.store %1, %A[%i] : memref<9xi32>
      } else {
        affine.store %0, %A[%i] : memref<9xi32>
      }
    }
    return
  }
}
// -----
// A value read before a store in one of the branches, and used after it.
func.func @crossing(%A: memref<9xf32>, %B: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<9xf32>
    %b = affine.load %B[%i] : memref<9xf32>
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %b, %A[%i] : memref<9xf32>
    }
    affine.store %a, %A[%i + 1] : memref<9xf32>
    affine.store %b, %B[%i + 1] : memref<9xf32>
  }
  return
}
// becomes
#set = affine_set<(d0) : (d0 - 4 >= 0)>
module {
  func.func @crossing(%A: memref<9xf32>, %B: memref<9xf32> {llvm.noalias}) {
    %before = memref.alloca() : memref<f32>
    affine.for %i = 0 to 8 {
      %0 = affine.load %A[%i] : memref<9xf32>
      affine.store %0, %before[] : memref<f32>
      affine.if #set(%i) {
        %3 = affine.load %B[%i] : memref<9xf32>
        affine.store %3, %A[%i] : memref<9xf32>
      }
      %1 = affine.load %before[] : memref<f32>
      affine.store %1, %A[%i + 1] : memref<9xf32>
      %2 = affine.load %B[%i] : memref<9xf32>
      affine.store %2, %B[%i + 1] : memref<9xf32>
    }
    return
  }
}
// -----
// A value read before the condition, and used in a branch after a store that may change it: its temporary is written
// in that branch, and in the other it is read where it is used.
func.func @inside(%A: memref<9xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<9xf32>
      affine.store %a, %A[%i + 1] : memref<9xf32>
    } else {
      affine.store %a, %A[%i + 1] : memref<9xf32>
    }
  }
  return
}
// becomes
#set = affine_set<(d0) : (d0 - 4 >= 0)>
module {
  func.func @inside(%A: memref<9xf32>, %x: f32) {
    %old = memref.alloca() : memref<f32>
    affine.for %i = 0 to 8 {
      affine.if #set(%i) {
        %0 = affine.load %A[%i] : memref<9xf32>
        affine.store %0, %old[] : memref<f32>
        affine.store %x, %A[%i] : memref<9xf32>
        affine.store %0, %A[%i + 1] : memref<9xf32>
      } else {
        %0 = affine.load %A[%i] : memref<9xf32>
        affine.store %0, %A[%i + 1] : memref<9xf32>
      }
    }
    return
  }
}
// -----
// Results are temporaries that both branches write.
func.func @results(%A: memref<9xf32>, %x: f32) -> f32 {
  %last = affine.for %i = 0 to 9 iter_args(%s = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<9xf32>
    %r:2 = affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) -> (f32, f32) {
      %t = arith.addf %s, %a : f32
      affine.yield %t, %s : f32, f32
    } else {
      affine.yield %a, %x : f32, f32
    }
    %u = arith.mulf %r#0, %r#1 : f32
    affine.yield %u : f32
  }
  return %last : f32
}
// becomes
#set = affine_set<(d0) : (d0 - 4 >= 0)>
module {
  func.func @results(%A: memref<9xf32>, %x: f32) -> f32 {
    %acc = memref.alloca() : memref<f32>
    affine.store %x, %acc[] : memref<f32>
    %chosen = memref.alloca() : memref<f32>
    %chosen_1 = memref.alloca() : memref<f32>
    affine.for %i = 0 to 9 {
      affine.if #set(%i) {
        %4 = affine.load %acc[] : memref<f32>
        %5 = affine.load %A[%i] : memref<9xf32>
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %chosen[] : memref<f32>
        affine.store %4, %chosen_1[] : memref<f32>
      } else {
        %4 = affine.load %A[%i] : memref<9xf32>
        affine.store %4, %chosen[] : memref<f32>
        affine.store %x, %chosen_1[] : memref<f32>
      }
      %1 = affine.load %chosen[] : memref<f32>
      %2 = affine.load %chosen_1[] : memref<f32>
      %3 = arith.mulf %1, %2 : f32
      affine.store %3, %acc[] : memref<f32>
    }
    %0 = affine.load %acc[] : memref<f32>
    return %0 : f32
  }
}
// -----
// A condition around a loop, with a loop in the else branch too.
func.func @around(%A: memref<?xf32>, %x: f32, %n: index) -> f32 {
  %r = affine.if affine_set<()[s0] : (s0 - 2 >= 0)>()[%n] -> f32 {
    affine.for %i = 0 to %n {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    affine.yield %x : f32
  } else {
    %y = affine.for %i = 0 to 2 iter_args(%s = %x) -> (f32) {
      %t = arith.addf %s, %s : f32
      affine.yield %t : f32
    }
    affine.yield %y : f32
  }
  return %r : f32
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 - 2 >= 0)>
module {
  func.func @around(%A: memref<?xf32>, %x: f32, %n: index) -> f32 {
    %chosen = memref.alloca() : memref<f32>
    %acc = memref.alloca() : memref<f32>
    affine.if #set(%n) {
      affine.for %i = 0 to #map(%n) {
        affine.store %x, %A[%i] : memref<?xf32>
      }
      affine.store %x, %chosen[] : memref<f32>
    } else {
      affine.store %x, %acc[] : memref<f32>
      affine.for %i_1 = 0 to 2 {
        %2 = affine.load %acc[] : memref<f32>
        %3 = arith.addf %2, %2 : f32
        affine.store %3, %acc[] : memref<f32>
      }
      %1 = affine.load %acc[] : memref<f32>
      affine.store %1, %chosen[] : memref<f32>
    }
    %0 = affine.load %chosen[] : memref<f32>
    return %0 : f32
  }
}
// -----
// Conditions that say nothing of any variable.
func.func @known(%A: memref<9xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0) : (d0 - d0 - 1 >= 0, d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<9xf32>
    } else {
      affine.store %y, %A[%i] : memref<9xf32>
    }
    affine.if affine_set<(d0) : (d0 - d0 == 0)>(%i) {
      affine.store %x, %A[0] : memref<9xf32>
    }
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
    }
  }
  return
}
// becomes
module {
  func.func @known(%A: memref<9xf32>, %x: f32, %y: f32) {
    affine.for %i = 0 to 9 {
      affine.store %y, %A[%i] : memref<9xf32>
      affine.store %x, %A[0] : memref<9xf32>
    }
    return
  }
}
// -----
// A divisor that is not a constant.
func.func @symbolic_divisor(%A: memref<9xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0)[s0] : (d0 mod s0 == 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<9xf32>
    }
  }
  return
}
// stays: a condition is not affine with constant divisors

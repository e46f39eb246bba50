// Shortest paths: row k and column k are read by the iterations beside them.
func.func @paths(%A: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %b = affine.load %A[%i, %k] : memref<?x?xi32>
        %c = affine.load %A[%k, %j] : memref<?x?xi32>
        %s = arith.addi %b, %c : i32
        %m = arith.minsi %a, %s : i32
        affine.store %m, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @paths(%A: memref<?x?xi32> {llvm.noalias}, %n: index) {
    affine.for %k = 0 to #map(%n) {
      affine.for %i = 0 to #map(%k) {
        affine.for %j = 0 to #map(%k) {
          %7 = affine.load %A[%i, %j] : memref<?x?xi32>
          %8 = affine.load %A[%i, %k] : memref<?x?xi32>
          %9 = affine.load %A[%k, %j] : memref<?x?xi32>
          %10 = arith.addi %8, %9 : i32
          %11 = arith.minsi %7, %10 : i32
          affine.store %11, %A[%i, %j] : memref<?x?xi32>
        }
        %3 = affine.load %A[%i, %k] : memref<?x?xi32>
        %4 = affine.load %A[%k, %k] : memref<?x?xi32>
        %5 = arith.addi %3, %4 : i32
        %6 = arith.minsi %3, %5 : i32
        affine.store %6, %A[%i, %k] : memref<?x?xi32>
        affine.for %j_3 = #map1(%k) to #map(%n) {
          %7 = affine.load %A[%i, %j_3] : memref<?x?xi32>
          %8 = affine.load %A[%i, %k] : memref<?x?xi32>
          %9 = affine.load %A[%k, %j_3] : memref<?x?xi32>
          %10 = arith.addi %8, %9 : i32
          %11 = arith.minsi %7, %10 : i32
          affine.store %11, %A[%i, %j_3] : memref<?x?xi32>
        }
      }
      affine.for %j_1 = 0 to #map(%k) {
        %3 = affine.load %A[%k, %j_1] : memref<?x?xi32>
        %4 = affine.load %A[%k, %k] : memref<?x?xi32>
        %5 = arith.addi %4, %3 : i32
        %6 = arith.minsi %3, %5 : i32
        affine.store %6, %A[%k, %j_1] : memref<?x?xi32>
      }
      %0 = affine.load %A[%k, %k] : memref<?x?xi32>
      %1 = arith.addi %0, %0 : i32
      %2 = arith.minsi %0, %1 : i32
      affine.store %2, %A[%k, %k] : memref<?x?xi32>
      affine.for %j_1_1 = #map1(%k) to #map(%n) {
        %3 = affine.load %A[%k, %j_1_1] : memref<?x?xi32>
        %4 = affine.load %A[%k, %k] : memref<?x?xi32>
        %5 = arith.addi %4, %3 : i32
        %6 = arith.minsi %3, %5 : i32
        affine.store %6, %A[%k, %j_1_1] : memref<?x?xi32>
      }
      affine.for %i_1 = #map1(%k) to #map(%n) {
        affine.for %j_2 = 0 to #map(%k) {
          %7 = affine.load %A[%i_1, %j_2] : memref<?x?xi32>
          %8 = affine.load %A[%i_1, %k] : memref<?x?xi32>
          %9 = affine.load %A[%k, %j_2] : memref<?x?xi32>
          %10 = arith.addi %8, %9 : i32
          %11 = arith.minsi %7, %10 : i32
          affine.store %11, %A[%i_1, %j_2] : memref<?x?xi32>
        }
        %3 = affine.load %A[%i_1, %k] : memref<?x?xi32>
        %4 = affine.load %A[%k, %k] : memref<?x?xi32>
        %5 = arith.addi %3, %4 : i32
        %6 = arith.minsi %3, %5 : i32
        affine.store %6, %A[%i_1, %k] : memref<?x?xi32>
        affine.for %j_2_1 = #map1(%k) to #map(%n) {
          %7 = affine.load %A[%i_1, %j_2_1] : memref<?x?xi32>
          %8 = affine.load %A[%i_1, %k] : memref<?x?xi32>
          %9 = affine.load %A[%k, %j_2_1] : memref<?x?xi32>
          %10 = arith.addi %8, %9 : i32
          %11 = arith.minsi %7, %10 : i32
          affine.store %11, %A[%i_1, %j_2_1] : memref<?x?xi32>
        }
      }
    }
    return
  }
}
// -----
// The iteration may be one that the loop has not.
func.func @anywhere(%A: memref<?xf32> {llvm.noalias}, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[symbol(%e) * 2] : memref<?xf32>
    %s = arith.mulf %a, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0, d1 * 2)>
#map1 = affine_map<(d0) -> (0, d0 * 2)>
#map2 = affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>
#map3 = affine_map<(d0) -> (0, d0 * 2 + 1)>
#map4 = affine_map<(d0) -> (d0)>
module {
  func.func @anywhere(%A: memref<?xf32> {llvm.noalias}, %n: index, %e: index) {
    affine.for %i = 0 to min #map(%n, %e) {
      %0 = affine.load %A[%i] : memref<?xf32>
      %1 = affine.load %A[%e * 2] : memref<?xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %A[%i] : memref<?xf32>
    }
    affine.for %i_1 = max #map1(%e) to min #map2(%n, %e) {
      %0 = affine.load %A[%i_1] : memref<?xf32>
      %1 = affine.load %A[%e * 2] : memref<?xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %A[%i_1] : memref<?xf32>
    }
    affine.for %i_2 = max #map3(%e) to #map4(%n) {
      %0 = affine.load %A[%i_2] : memref<?xf32>
      %1 = affine.load %A[%e * 2] : memref<?xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %A[%i_2] : memref<?xf32>
    }
    return
  }
}
// -----
// The element three on is read too: iterations beside the one depend on each other.
func.func @also_near(%A: memref<?xf32> {llvm.noalias}, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 3] : memref<?xf32>
    %b = affine.load %A[symbol(%e)] : memref<?xf32>
    %s = arith.mulf %a, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// stays
// cross of i: refused, anti dependence 4:10 affine.load A[i + 3] -> 7:5 affine.store A[i] with (<), distance (3)
// -----
// Two such iterations: one point does not keep the others apart.
func.func @two(%A: memref<?xf32> {llvm.noalias}, %n: index, %e: index, %f: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[symbol(%e)] : memref<?xf32>
    %b = affine.load %A[symbol(%f)] : memref<?xf32>
    %s = arith.mulf %a, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// stays
// cross of i: refused, flow dependence 7:5 affine.store A[i] -> 5:10 affine.load A[f] with (<)
// -----
// The element that is read moves the other way: before the middle it is one after it.
func.func @mirror(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> ((d0 + 1) floordiv 2 - 1)>
#map1 = affine_map<(d0) -> (0, (d0 + 1) floordiv 2 - 1)>
#map2 = affine_map<(d0) -> ((d0 + 1) floordiv 2)>
#map3 = affine_map<(d0) -> (d0)>
module {
  func.func @mirror(%A: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      %0 = affine.load %A[-%i + %n - 1] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
    affine.for %i_1 = max #map1(%n) to #map2(%n) {
      %0 = affine.load %A[-%i_1 + %n - 1] : memref<?xf32>
      affine.store %0, %A[%i_1] : memref<?xf32>
    }
    affine.for %i_2 = #map2(%n) to #map3(%n) {
      %0 = affine.load %A[-%i_2 + %n - 1] : memref<?xf32>
      affine.store %0, %A[%i_2] : memref<?xf32>
    }
    return
  }
}
// -----
// The mirror is read one element off, where the element before was written: iterations on the same side never meet.
func.func @off_by_one(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[-%i + symbol(%n)] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0 floordiv 2)>
#map1 = affine_map<(d0) -> (d0, d0 floordiv 2 + 1)>
#map2 = affine_map<(d0) -> (d0 floordiv 2 + 1)>
#map3 = affine_map<(d0) -> (d0)>
module {
  func.func @off_by_one(%A: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      %0 = affine.load %A[-%i + %n] : memref<?xf32>
      %1 = affine.load %A[%i] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i] : memref<?xf32>
    }
    affine.for %i_1 = #map(%n) to min #map1(%n) {
      %0 = affine.load %A[-%i_1 + %n] : memref<?xf32>
      %1 = affine.load %A[%i_1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i_1] : memref<?xf32>
    }
    affine.for %i_2 = #map2(%n) to #map3(%n) {
      %0 = affine.load %A[-%i_2 + %n] : memref<?xf32>
      %1 = affine.load %A[%i_2] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i_2] : memref<?xf32>
    }
    return
  }
}
// -----
// Twice as fast: the elements ahead are read by more than the iterations on the other side.
func.func @ahead(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i * 2] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// stays
// cross of i: refused, anti dependence 4:10 affine.load A[2 * i] -> 5:5 affine.store A[i] with (<)
// -----
// The two may be one: every iteration may write what the others read.
func.func @alias(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %B[%i] : memref<?xf32>
    %b = affine.load %A[symbol(%e)] : memref<?xf32>
    %s = arith.mulf %a, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// stays
// cross of i: refused, flow dependence 7:5 affine.store A[i] -> 4:10 affine.load B[i] with (<); assumed, for A and B may overlap
// -----
// Nothing depends on anything: there is nothing to gain.
func.func @independent(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %e: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[symbol(%e)] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// stays

// Forward substitution: each element is taken up by the ones to come as soon as it is known.
func.func @substitution(%L: memref<?x?xi32> {llvm.noalias}, %x: memref<?xi32> {llvm.noalias}, %b: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %b[%i] : memref<?xi32>
    affine.store %v, %x[%i] : memref<?xi32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %p = arith.muli %l, %y : i32
      %s = arith.subi %a, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
    %a = affine.load %x[%i] : memref<?xi32>
    %d = affine.load %L[%i, %i] : memref<?x?xi32>
    %q = arith.xori %a, %d : i32
    affine.store %q, %x[%i] : memref<?xi32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @substitution(%L: memref<?x?xi32> {llvm.noalias}, %x: memref<?xi32> {llvm.noalias}, %b: memref<?xi32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to #map(%n) {
      %0 = affine.load %b[%i_1] : memref<?xi32>
      affine.store %0, %x[%i_1] : memref<?xi32>
    }
    affine.for %j = 0 to #map(%n) {
      %0 = affine.load %x[%j] : memref<?xi32>
      %1 = affine.load %L[%j, %j] : memref<?x?xi32>
      %2 = arith.xori %0, %1 : i32
      affine.store %2, %x[%j] : memref<?xi32>
      affine.for %i = #map1(%j) to #map(%n) {
        %3 = affine.load %x[%i] : memref<?xi32>
        %4 = affine.load %L[%i, %j] : memref<?x?xi32>
        %5 = affine.load %x[%j] : memref<?xi32>
        %6 = arith.muli %4, %5 : i32
        %7 = arith.subi %3, %6 : i32
        affine.store %7, %x[%i] : memref<?xi32>
      }
    }
    return
  }
}
// -----
// The greatest of what is before and of pairs: the element before is needed late, and maxima may be taken in any order.
// The inner loop begins before the outer one.
func.func @maxima(%t: memref<?x?xi32> {llvm.noalias}, %i: index, %n: index) {
  affine.for %j = affine_map<(d0) -> (d0 + 3)>(%i) to %n {
    %c = affine.load %t[%i, %j] : memref<?x?xi32>
    %before = affine.load %t[%i, %j - 1] : memref<?x?xi32>
    %m = arith.maxsi %c, %before : i32
    affine.store %m, %t[%i, %j] : memref<?x?xi32>
    affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
      %a = affine.load %t[%i, %j] : memref<?x?xi32>
      %x = affine.load %t[%i, %k] : memref<?x?xi32>
      %y = affine.load %t[%k + 1, %j] : memref<?x?xi32>
      %s = arith.addi %x, %y : i32
      %g = arith.maxsi %a, %s : i32
      affine.store %g, %t[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0 + 3)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @maxima(%t: memref<?x?xi32> {llvm.noalias}, %i: index, %n: index) {
    affine.for %k_1 = #map(%i) to #map1(%i) {
      affine.for %j_1 = #map1(%i) to #map2(%n) {
        %0 = affine.load %t[%i, %j_1] : memref<?x?xi32>
        %1 = affine.load %t[%i, %k_1] : memref<?x?xi32>
        %2 = affine.load %t[%k_1 + 1, %j_1] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.maxsi %0, %3 : i32
        affine.store %4, %t[%i, %j_1] : memref<?x?xi32>
      }
    }
    affine.for %k = #map1(%i) to #map2(%n) {
      %0 = affine.load %t[%i, %k] : memref<?x?xi32>
      %1 = affine.load %t[%i, %k - 1] : memref<?x?xi32>
      %2 = arith.maxsi %0, %1 : i32
      affine.store %2, %t[%i, %k] : memref<?x?xi32>
      affine.for %j = #map(%k) to #map2(%n) {
        %3 = affine.load %t[%i, %j] : memref<?x?xi32>
        %4 = affine.load %t[%i, %k] : memref<?x?xi32>
        %5 = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %6 = arith.addi %4, %5 : i32
        %7 = arith.maxsi %3, %6 : i32
        affine.store %7, %t[%i, %j] : memref<?x?xi32>
      }
    }
    return
  }
}
// -----
// A sum is not a maximum: the order of the two matters.
func.func @sums_and_maxima(%t: memref<?x?xi32> {llvm.noalias}, %i: index, %n: index) {
  affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
    %c = affine.load %t[%i, %j] : memref<?x?xi32>
    %before = affine.load %t[%i, %j - 1] : memref<?x?xi32>
    %m = arith.addi %c, %before : i32
    affine.store %m, %t[%i, %j] : memref<?x?xi32>
    affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
      %a = affine.load %t[%i, %j] : memref<?x?xi32>
      %x = affine.load %t[%i, %k] : memref<?x?xi32>
      %g = arith.maxsi %a, %x : i32
      affine.store %g, %t[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
// stays
// sink: refused, anti dependence 4:10 affine.load t[i, j] -> 7:5 affine.store t[i, j]
// -----
// The element that is taken up is one that is not known when its column would be.
func.func @one_too_late(%x: memref<?xi32> {llvm.noalias}, %L: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j + 1] : memref<?xi32>
      %p = arith.muli %l, %y : i32
      %s = arith.subi %a, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
    %a = affine.load %x[%i] : memref<?xi32>
    %q = arith.muli %a, %a : i32
    affine.store %q, %x[%i] : memref<?xi32>
  }
  return
}
// stays
// sink of i and j: refused, flow dependence 10:7 affine.store x[i] -> 7:12 affine.load x[j + 1] with (<, >)
// -----
// What is before the loop reads what later columns write, at a place that comes earlier in the order of the rows.
func.func @read_before(%x: memref<?xi32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %L: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%n - %i] : memref<?xi32>
    affine.store %v, %y[%i] : memref<?xi32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %b = affine.load %y[%j] : memref<?xi32>
      %p = arith.muli %l, %b : i32
      %s = arith.subi %a, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
    %a = affine.load %x[%i] : memref<?xi32>
    %q = arith.muli %a, %a : i32
    affine.store %q, %x[%i] : memref<?xi32>
  }
  return
}
// stays
// sink: refused, anti dependence 4:10 affine.load x[-i + n] -> 12:7 affine.store x[i]
// -----
// The matrix may be where the vector is.
func.func @overlap(%L: memref<?x?xi32>, %x: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %p = arith.muli %l, %y : i32
      %s = arith.subi %a, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
    %a = affine.load %x[%i] : memref<?xi32>
    %q = arith.muli %a, %a : i32
    affine.store %q, %x[%i] : memref<?xi32>
  }
  return
}
// stays
// sink of i and j: refused, flow dependence 10:7 affine.store x[i] -> 6:12 affine.load L[i, j] with (<, >); assumed, for x and L may overlap

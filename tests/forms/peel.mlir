// The first three elements are terms of all: the fourth iteration and the later ones do not depend on each other.
func.func @from_the_start(%A: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %A[0] : memref<?xi32>
    %c = affine.load %A[1] : memref<?xi32>
    %d = affine.load %A[2] : memref<?xi32>
    %s = arith.addi %a, %b : i32
    %t = arith.muli %s, %c : i32
    %u = arith.xori %t, %d : i32
    affine.store %u, %A[%i] : memref<?xi32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0, 3)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @from_the_start(%A: memref<?xi32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to min #map(%n) {
      %0 = affine.load %A[%i] : memref<?xi32>
      %1 = affine.load %A[0] : memref<?xi32>
      %2 = arith.addi %0, %1 : i32
      %3 = affine.load %A[1] : memref<?xi32>
      %4 = arith.muli %2, %3 : i32
      %5 = affine.load %A[2] : memref<?xi32>
      %6 = arith.xori %4, %5 : i32
      affine.store %6, %A[%i] : memref<?xi32>
    }
    affine.for %i_1 = 3 to #map1(%n) {
      %0 = affine.load %A[%i_1] : memref<?xi32>
      %1 = affine.load %A[0] : memref<?xi32>
      %2 = arith.addi %0, %1 : i32
      %3 = affine.load %A[1] : memref<?xi32>
      %4 = arith.muli %2, %3 : i32
      %5 = affine.load %A[2] : memref<?xi32>
      %6 = arith.xori %4, %5 : i32
      affine.store %6, %A[%i_1] : memref<?xi32>
    }
    return
  }
}
// -----
// Both neighbours of a ring.
func.func @ring(%A: memref<64xi32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xi32>
    %b = affine.load %A[0] : memref<64xi32>
    %c = affine.load %A[63] : memref<64xi32>
    %s = arith.addi %a, %b : i32
    %t = arith.muli %s, %c : i32
    affine.store %t, %A[%i] : memref<64xi32>
  }
  return
}
// becomes
module {
  func.func @ring(%A: memref<64xi32> {llvm.noalias}) {
    %0 = affine.load %A[0] : memref<64xi32>
    %1 = arith.addi %0, %0 : i32
    %2 = affine.load %A[63] : memref<64xi32>
    %3 = arith.muli %1, %2 : i32
    affine.store %3, %A[0] : memref<64xi32>
    affine.for %i = 1 to 63 {
      %8 = affine.load %A[%i] : memref<64xi32>
      %9 = affine.load %A[0] : memref<64xi32>
      %10 = arith.addi %8, %9 : i32
      %11 = affine.load %A[63] : memref<64xi32>
      %12 = arith.muli %10, %11 : i32
      affine.store %12, %A[%i] : memref<64xi32>
    }
    %4 = affine.load %A[63] : memref<64xi32>
    %5 = affine.load %A[0] : memref<64xi32>
    %6 = arith.addi %4, %5 : i32
    %7 = arith.muli %6, %4 : i32
    affine.store %7, %A[63] : memref<64xi32>
    return
  }
}
// -----
// The last columns of a row, which may have fewer than are peeled.
func.func @rows(%A: memref<?x?xi32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %b = affine.load %A[%i, symbol(%n) - 1] : memref<?x?xi32>
      %c = affine.load %A[%i, 0] : memref<?x?xi32>
      %d = affine.load %A[%i, symbol(%n) - 2] : memref<?x?xi32>
      %s = arith.addi %c, %d : i32
      %t = arith.muli %a, %s : i32
      %u = arith.subi %t, %b : i32
      affine.store %u, %A[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0, 2)>
#map2 = affine_map<(d0) -> (d0 - 2)>
#map3 = affine_map<(d0) -> (2, d0 - 2)>
module {
  func.func @rows(%A: memref<?x?xi32> {llvm.noalias}, %m: index, %n: index) {
    affine.for %i = 0 to #map(%m) {
      affine.for %j = 0 to min #map1(%n) {
        %0 = affine.load %A[%i, %j] : memref<?x?xi32>
        %1 = affine.load %A[%i, 0] : memref<?x?xi32>
        %2 = affine.load %A[%i, %n - 2] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.muli %0, %3 : i32
        %5 = affine.load %A[%i, %n - 1] : memref<?x?xi32>
        %6 = arith.subi %4, %5 : i32
        affine.store %6, %A[%i, %j] : memref<?x?xi32>
      }
      affine.for %j_1 = 2 to #map2(%n) {
        %0 = affine.load %A[%i, %j_1] : memref<?x?xi32>
        %1 = affine.load %A[%i, 0] : memref<?x?xi32>
        %2 = affine.load %A[%i, %n - 2] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.muli %0, %3 : i32
        %5 = affine.load %A[%i, %n - 1] : memref<?x?xi32>
        %6 = arith.subi %4, %5 : i32
        affine.store %6, %A[%i, %j_1] : memref<?x?xi32>
      }
      affine.for %j_1_1 = max #map3(%n) to #map(%n) {
        %0 = affine.load %A[%i, %j_1_1] : memref<?x?xi32>
        %1 = affine.load %A[%i, 0] : memref<?x?xi32>
        %2 = affine.load %A[%i, %n - 2] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.muli %0, %3 : i32
        %5 = affine.load %A[%i, %n - 1] : memref<?x?xi32>
        %6 = arith.subi %4, %5 : i32
        affine.store %6, %A[%i, %j_1_1] : memref<?x?xi32>
      }
    }
    return
  }
}
// -----
// Each iteration reads what the one before wrote, however many are peeled.
func.func @recurrence(%A: memref<64xi32> {llvm.noalias}) {
  affine.for %i = 1 to 64 {
    %a = affine.load %A[%i - 1] : memref<64xi32>
    %b = affine.load %A[0] : memref<64xi32>
    %s = arith.addi %a, %b : i32
    affine.store %s, %A[%i] : memref<64xi32>
  }
  return
}
// stays
// peel of i: refused, flow dependence 7:5 affine.store A[i] -> 4:10 affine.load A[i - 1] with (<), distance (1)

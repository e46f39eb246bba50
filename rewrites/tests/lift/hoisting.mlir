// What does not change in the loop is computed before it; a division only by a divisor that is known.
func.func @divisions(%A: memref<9xi32>, %x: i32, %y: i32, %n: index) {
  %four = arith.constant 4 : i32
  affine.for %i = 0 to %n {
    %p = arith.addi %x, %y : i32
    %q = arith.divsi %x, %y : i32
    %r = arith.divsi %x, %four : i32
    %s = arith.addi %p, %q : i32
    %t = arith.addi %s, %r : i32
    affine.store %t, %A[%i] : memref<9xi32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @divisions(%A: memref<9xi32>, %x: i32, %y: i32, %n: index) {
    %four = arith.constant 4 : i32
    %0 = arith.addi %x, %y : i32
    %1 = arith.constant 4 : i32
    %2 = arith.divsi %x, %1 : i32
    affine.for %i = 0 to #map(%n) {
      %3 = arith.divsi %x, %y : i32
      %4 = arith.addi %0, %3 : i32
      %5 = arith.addi %4, %2 : i32
      affine.store %5, %A[%i] : memref<9xi32>
    }
    return
  }
}
// -----
// A load is not: the loop may be empty, and the element not there.
func.func @loads(%A: memref<9xi32>, %B: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[0] : memref<?xi32>
    affine.store %b, %A[%i] : memref<9xi32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @loads(%A: memref<9xi32>, %B: memref<?xi32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      %0 = affine.load %B[0] : memref<?xi32>
      affine.store %0, %A[%i] : memref<9xi32>
    }
    return
  }
}
// -----
// A cell is read once between stores that may change it.
func.func @cells(%A: memref<9xf32>, %B: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<9xf32>
    %b = affine.load %A[%i] : memref<9xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%i] : memref<9xf32>
    %d = affine.load %A[%i] : memref<9xf32>
    %e = affine.load %B[%i] : memref<9xf32>
    %f = arith.mulf %d, %e : f32
    affine.store %f, %B[%i + 1] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @cells(%A: memref<9xf32>, %B: memref<9xf32>) {
    affine.for %i = 0 to 8 {
      %0 = affine.load %A[%i] : memref<9xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i] : memref<9xf32>
      %2 = affine.load %A[%i] : memref<9xf32>
      %3 = arith.mulf %2, %1 : f32
      affine.store %3, %B[%i + 1] : memref<9xf32>
    }
    return
  }
}

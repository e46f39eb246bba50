// A row that is written from its end.
func.func @from_the_end(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %b, %A[-%i + symbol(%n) - 1] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @from_the_end(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to #map(%n) {
      %0 = affine.load %B[%i_1] : memref<?xf32>
      affine.store %0, %A[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// One row up, one column on: the columns backwards are one row up, one column back, and may be outside.
func.func @diagonal(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - 1)>(%n) {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @diagonal(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 1 to #map(%n) {
      affine.for %j_1 = 0 to #map1(%n) {
        %0 = affine.load %A[%i - 1, -%j_1 + %n - 1] : memref<?x?xf32>
        affine.store %0, %A[%i, -%j_1 + %n - 2] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// Bounds of a loop inside that move with the one that is reversed.
func.func @triangle(%A: memref<32x32xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 3 to 32 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %A[%j, -%i + 34] : memref<32x32xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (-d0 + 34)>
module {
  func.func @triangle(%A: memref<32x32xf32> {llvm.noalias}, %x: f32) {
    affine.for %i_1 = 3 to 32 {
      affine.for %j_1 = 0 to #map(%i_1) {
        affine.store %x, %A[%j_1, %i_1] : memref<32x32xf32>
      }
    }
    return
  }
}
// -----
// From its end, but each element is read for the next one.
func.func @recurrence(%A: memref<33xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[-%i + 32] : memref<33xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[-%i + 31] : memref<33xf32>
  }
  return
}
// stays
// reverse of i: refused, flow dependence 6:5 affine.store A[-i + 31] -> 4:10 affine.load A[-i + 32] with (<), distance (1)
// -----
// Dependences both ways: backwards the other one would forbid the exchange.
func.func @both_ways(%A: memref<32x32xf32> {llvm.noalias}) {
  affine.for %i = 1 to 32 {
    affine.for %j = 1 to 31 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<32x32xf32>
      %b = affine.load %A[%i - 1, %j - 1] : memref<32x32xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
// stays
// reverse: refused, no loop writes rows from their end, or keeps another from being exchanged

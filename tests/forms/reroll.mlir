// Four copies of one statement.
func.func @copies(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 64 step 4 {
    %0 = affine.load %B[%i] : memref<64xf32>
    %1 = arith.mulf %0, %x : f32
    affine.store %1, %A[%i] : memref<64xf32>
    %2 = affine.load %B[%i + 1] : memref<64xf32>
    %3 = arith.mulf %2, %x : f32
    affine.store %3, %A[%i + 1] : memref<64xf32>
    %4 = affine.load %B[%i + 2] : memref<64xf32>
    %5 = arith.mulf %4, %x : f32
    affine.store %5, %A[%i + 2] : memref<64xf32>
    %6 = affine.load %B[%i + 3] : memref<64xf32>
    %7 = arith.mulf %6, %x : f32
    affine.store %7, %A[%i + 3] : memref<64xf32>
  }
  return
}
// becomes
module {
  func.func @copies(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %x: f32) {
    affine.for %i_1 = 0 to 64 {
      %0 = affine.load %B[%i_1] : memref<64xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i_1] : memref<64xf32>
    }
    return
  }
}
// -----
// Where the step does not divide the bound, the last copies are there all the same; arrays may overlap.
func.func @overlap(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 3 to affine_map<(d0) -> (d0 - 1)>(%n) step 2 {
    %0 = affine.load %B[%i] : memref<?xf32>
    affine.store %0, %A[%i] : memref<?xf32>
    %2 = affine.load %B[%i + 1] : memref<?xf32>
    affine.store %2, %A[%i + 1] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (((d0 + 1) floordiv 2) * 2 - 1)>
module {
  func.func @overlap(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
    affine.for %i_1 = 3 to #map(%n) {
      %0 = affine.load %B[%i_1] : memref<?xf32>
      affine.store %0, %A[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// A sum that takes up one term after the other, as the loop does.
func.func @sum_in_order(%A: memref<?xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %0 = affine.load %s[] : memref<f32>
    %1 = affine.load %A[%i] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = affine.load %A[%i + 1] : memref<?xf32>
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %s[] : memref<f32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (((d0 + 1) floordiv 2) * 2)>
module {
  func.func @sum_in_order(%A: memref<?xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to #map(%n) {
      %0 = affine.load %s[] : memref<f32>
      %1 = affine.load %A[%i_1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %s[] : memref<f32>
    }
    return
  }
}
// -----
// Of integers the terms may be added first.
func.func @sum_of_integers(%A: memref<?xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n step 4 {
    %0 = affine.load %s[] : memref<i32>
    %1 = affine.load %A[%i] : memref<?xi32>
    %2 = affine.load %A[%i + 1] : memref<?xi32>
    %3 = affine.load %A[%i + 2] : memref<?xi32>
    %4 = affine.load %A[%i + 3] : memref<?xi32>
    %5 = arith.addi %1, %2 : i32
    %6 = arith.addi %3, %4 : i32
    %7 = arith.addi %5, %6 : i32
    %8 = arith.addi %0, %7 : i32
    affine.store %8, %s[] : memref<i32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (((d0 + 3) floordiv 4) * 4)>
module {
  func.func @sum_of_integers(%A: memref<?xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to #map(%n) {
      %0 = affine.load %s[] : memref<i32>
      %1 = affine.load %A[%i_1] : memref<?xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %s[] : memref<i32>
    }
    return
  }
}
// -----
// Two statements a copy, and two copies a step of four.
func.func @pairs(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 64 step 4 {
    affine.store %x, %A[%i] : memref<64xf32>
    affine.store %x, %B[%i + 1] : memref<64xf32>
    affine.store %x, %A[%i + 2] : memref<64xf32>
    affine.store %x, %B[%i + 3] : memref<64xf32>
  }
  return
}
// becomes
module {
  func.func @pairs(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %x: f32) {
    affine.for %i_1 = 0 to 64 step 2 {
      affine.store %x, %A[%i_1] : memref<64xf32>
      affine.store %x, %B[%i_1 + 1] : memref<64xf32>
    }
    return
  }
}
// -----
// Rows with loops in them.
func.func @rows(%A: memref<64x?xf32> {llvm.noalias}, %x: f32, %n: index) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to affine_map<(d0, d1) -> (d0 + d1)>(%n, %i) {
      affine.store %x, %A[%i, %j] : memref<64x?xf32>
    }
    affine.for %j = 0 to affine_map<(d0, d1) -> (d0 + d1 + 1)>(%n, %i) {
      affine.store %x, %A[%i + 1, %j] : memref<64x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0 + d1)>
module {
  func.func @rows(%A: memref<64x?xf32> {llvm.noalias}, %x: f32, %n: index) {
    affine.for %i_1 = 0 to 64 {
      affine.for %j_2 = 0 to #map(%i_1, %n) {
        affine.store %x, %A[%i_1, %j_2] : memref<64x?xf32>
      }
    }
    return
  }
}
// -----
// Floats that are added to each other first are another sum.
func.func @sum_of_pairs(%A: memref<?xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %0 = affine.load %s[] : memref<f32>
    %1 = affine.load %A[%i] : memref<?xf32>
    %2 = affine.load %A[%i + 1] : memref<?xf32>
    %3 = arith.addf %1, %2 : f32
    %4 = arith.addf %0, %3 : f32
    affine.store %4, %s[] : memref<f32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart, that fill the step of its loop
// -----
// A step of three, of which two elements are written.
func.func @gap(%A: memref<?xf32> {llvm.noalias}, %x: f32, %n: index) {
  affine.for %i = 0 to %n step 3 {
    affine.store %x, %A[%i] : memref<?xf32>
    affine.store %x, %A[%i + 1] : memref<?xf32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart, that fill the step of its loop
// -----
// From the last element of a step to the first.
func.func @backwards(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %A[%i + 2] : memref<?xf32>
    %1 = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %1, %A[%i + 1] : memref<?xf32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart, that fill the step of its loop
// -----
// A term may be what the sum was.
func.func @sum_of_itself(%A: memref<?xi32>, %s: memref<i32>, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %0 = affine.load %s[] : memref<i32>
    %1 = affine.load %A[%i] : memref<?xi32>
    %2 = arith.addi %0, %1 : i32
    %3 = affine.load %A[%i + 1] : memref<?xi32>
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %s[] : memref<i32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart, that fill the step of its loop
// -----
// The second copy is of another number.
func.func @other_number(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2.0 : f32
  affine.for %i = 0 to %n step 2 {
    affine.store %x, %A[%i] : memref<?xf32>
    affine.store %y, %A[%i + 1] : memref<?xf32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart, that fill the step of its loop

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
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
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
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
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
// reroll of i_1: refused, flow dependence the store to A[i_1 + 1] -> the load of A[i_1 - 1] with (<), distance (2)
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
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
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
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
// -----
// Two rows and two columns of accumulators, each with a temporary of its own.
func.func @tile_of_registers(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to 64 step 2 {
      %sums:4 = affine.for %k = 0 to %n iter_args(%c00 = %zero, %c01 = %zero, %c10 = %zero, %c11 = %zero) -> (f32, f32, f32, f32) {
        %a0 = affine.load %A[%i, %k] : memref<64x?xf32>
        %a1 = affine.load %A[%i + 1, %k] : memref<64x?xf32>
        %b0 = affine.load %B[%k, %j] : memref<?x64xf32>
        %b1 = affine.load %B[%k, %j + 1] : memref<?x64xf32>
        %p00 = arith.mulf %a0, %b0 : f32
        %s00 = arith.addf %c00, %p00 : f32
        %p01 = arith.mulf %a0, %b1 : f32
        %s01 = arith.addf %c01, %p01 : f32
        %p10 = arith.mulf %a1, %b0 : f32
        %s10 = arith.addf %c10, %p10 : f32
        %p11 = arith.mulf %b1, %a1 : f32
        %s11 = arith.addf %p11, %c11 : f32
        affine.yield %s00, %s01, %s10, %s11 : f32, f32, f32, f32
      }
      affine.store %sums#0, %C[%i, %j] : memref<64x64xf32>
      affine.store %sums#1, %C[%i, %j + 1] : memref<64x64xf32>
      affine.store %sums#2, %C[%i + 1, %j] : memref<64x64xf32>
      affine.store %sums#3, %C[%i + 1, %j + 1] : memref<64x64xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @tile_of_registers(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}, %n: index) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<f32>
    affine.for %i_1 = 0 to 64 {
      affine.for %j_1_1 = 0 to 64 {
        affine.store %0, %acc[] : memref<f32>
        affine.for %k_1_1 = 0 to #map(%n) {
          %2 = affine.load %acc[] : memref<f32>
          %3 = affine.load %A[%i_1, %k_1_1] : memref<64x?xf32>
          %4 = affine.load %B[%k_1_1, %j_1_1] : memref<?x64xf32>
          %5 = arith.mulf %3, %4 : f32
          %6 = arith.addf %2, %5 : f32
          affine.store %6, %acc[] : memref<f32>
        }
        %1 = affine.load %acc[] : memref<f32>
        affine.store %1, %C[%i_1, %j_1_1] : memref<64x64xf32>
      }
    }
    return
  }
}
// -----
// Rows side by side in one loop.
func.func @rows_side_by_side(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to %n {
      %b = affine.load %B[%j] : memref<?xf32>
      affine.store %b, %A[%i, %j] : memref<64x?xf32>
      affine.store %b, %A[%i + 1, %j] : memref<64x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @rows_side_by_side(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to 64 {
      affine.for %j_1 = 0 to #map(%n) {
        %0 = affine.load %B[%j_1] : memref<?xf32>
        affine.store %0, %A[%i_1, %j_1] : memref<64x?xf32>
      }
    }
    return
  }
}
// -----
// The second row is of what the first one becomes.
func.func @row_of_a_row(%A: memref<65x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j + 1] : memref<65x?xf32>
      affine.store %a, %A[%i + 1, %j] : memref<65x?xf32>
      %b = affine.load %A[%i + 1, %j + 1] : memref<65x?xf32>
      affine.store %b, %A[%i + 2, %j] : memref<65x?xf32>
    }
  }
  return
}
// stays
// reroll of i_1: refused, flow dependence the store to A[i_1 + 1, j_1] -> the load of A[i_1, j_1 + 1] with (<), distance (1)
// -----
// Accumulators that go on from one step of the loop to the next.
func.func @going_on(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  %all:2 = affine.for %i = 0 to 64 step 2 iter_args(%s = %zero, %t = %zero) -> (f32, f32) {
    %sums:2 = affine.for %k = 0 to %n iter_args(%c0 = %s, %c1 = %t) -> (f32, f32) {
      %a0 = affine.load %A[%i, %k] : memref<64x?xf32>
      %a1 = affine.load %A[%i + 1, %k] : memref<64x?xf32>
      %s0 = arith.addf %c0, %a0 : f32
      %s1 = arith.addf %c1, %a1 : f32
      affine.yield %s0, %s1 : f32, f32
    }
    affine.store %sums#0, %B[%i] : memref<64xf32>
    affine.store %sums#1, %B[%i + 1] : memref<64xf32>
    affine.yield %sums#0, %sums#1 : f32, f32
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
// -----
// One sum is stored twice, the other never.
func.func @one_sum_twice(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 step 2 {
    %sums:2 = affine.for %k = 0 to %n iter_args(%c0 = %zero, %c1 = %zero) -> (f32, f32) {
      %a0 = affine.load %A[%i, %k] : memref<64x?xf32>
      %a1 = affine.load %A[%i + 1, %k] : memref<64x?xf32>
      %s0 = arith.addf %c0, %a0 : f32
      %s1 = arith.addf %c1, %a1 : f32
      affine.yield %s0, %s1 : f32, f32
    }
    affine.store %sums#1, %B[%i] : memref<64xf32>
    affine.store %sums#1, %B[%i + 1] : memref<64xf32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop
// -----
// The sums are in each other's place.
func.func @exchanged(%A: memref<64x?xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 step 2 {
    %sums:2 = affine.for %k = 0 to %n iter_args(%c0 = %zero, %c1 = %zero) -> (f32, f32) {
      %a0 = affine.load %A[%i, %k] : memref<64x?xf32>
      %a1 = affine.load %A[%i + 1, %k] : memref<64x?xf32>
      %s0 = arith.addf %c1, %a0 : f32
      %s1 = arith.addf %c0, %a1 : f32
      affine.yield %s0, %s1 : f32, f32
    }
    affine.store %sums#0, %B[%i] : memref<64xf32>
    affine.store %sums#1, %B[%i + 1] : memref<64xf32>
  }
  return
}
// stays
// reroll: refused, no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop

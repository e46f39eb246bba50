// A sum that each iteration starts anew.
func.func @sum(%A: memref<3x4xf32> {llvm.noalias}, %x: memref<3xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %k] : memref<3x4xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[%i] : memref<3xf32>
  }
  return
}
// becomes
module {
  func.func @sum(%A: memref<3x4xf32> {llvm.noalias}, %x: memref<3xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<3xf32>
    affine.for %i = 0 to 3 {
      affine.store %0, %acc[%i] : memref<3xf32>
      affine.for %k = 0 to 4 {
        %2 = affine.load %acc[%i] : memref<3xf32>
        %3 = affine.load %A[%i, %k] : memref<3x4xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %acc[%i] : memref<3xf32>
      }
      %1 = affine.load %acc[%i] : memref<3xf32>
      affine.store %1, %x[%i] : memref<3xf32>
    }
    return
  }
}
// -----
// The loops start elsewhere than at zero, and one is a triangle.
func.func @box(%A: memref<8x8x8xf32> {llvm.noalias}, %x: memref<8x8xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to 6 step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 7 {
      %sum = affine.for %k = 0 to 0 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %j, %k] : memref<8x8x8xf32>
        %next = arith.addf %s, %a : f32
        affine.yield %next : f32
      }
      affine.store %sum, %x[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @box(%A: memref<8x8x8xf32> {llvm.noalias}, %x: memref<8x8xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<4x5xf32>
    affine.for %i = 2 to 6 step 3 {
      affine.for %j = #map(%i) to 7 {
        affine.store %0, %acc[%i - 2, %j - 2] : memref<4x5xf32>
        affine.store %0, %x[%i, %j] : memref<8x8xf32>
      }
    }
    return
  }
}
// -----
// The sum runs on through all iterations: it is the result of the nest.
func.func @carried(%A: memref<3x4xf32> {llvm.noalias}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %all = affine.for %i = 0 to 3 iter_args(%r = %zero) -> (f32) {
    %a = affine.load %A[%i, 0] : memref<3x4xf32>
    %next = arith.addf %r, %a : f32
    affine.yield %next : f32
  }
  return %all : f32
}
// stays
// privatize: refused, the loop gives the last value of acc
// -----
// The inner sum starts with what the outer one has come to.
func.func @nested(%A: memref<3x4xf32> {llvm.noalias}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %all = affine.for %i = 0 to 3 iter_args(%r = %zero) -> (f32) {
    %sum = affine.for %k = 0 to 4 iter_args(%s = %r) -> (f32) {
      %a = affine.load %A[%i, %k] : memref<3x4xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.yield %sum : f32
  }
  return %all : f32
}
// stays
// privatize: refused, the loop gives the last value of acc
// -----
// The number of iterations is not known.
func.func @symbolic(%n: index, %A: memref<?x4xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %k] : memref<?x4xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @symbolic(%n: index, %A: memref<?x4xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %1 = affine.max #map(%n)
    %acc = memref.alloc(%1) {alignment = 64 : i64} : memref<?xf32>
    %2 = memref.collapse_shape %A [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    affine.for %i = 0 to #map1(%n) {
      affine.store %0, %acc[%i] : memref<?xf32>
      affine.for %k = 0 to 4 {
        %4 = affine.load %acc[%i] : memref<?xf32>
        %5 = affine.load %2[%i * 4 + %k] : memref<?xf32>
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %acc[%i] : memref<?xf32>
      }
      %3 = affine.load %acc[%i] : memref<?xf32>
      affine.store %3, %x[%i] : memref<?xf32>
    }
    memref.dealloc %acc : memref<?xf32>
    return
  }
}
// -----
// More iterations than 64 bits count.
func.func @endless(%A: memref<4xf32> {llvm.noalias}, %x: memref<4xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = -9223372036854775807 to 9223372036854775807 {
    %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%k] : memref<4xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[0] : memref<4xf32>
  }
  return
}
// stays
// privatize: refused, no constants or symbols bound the loops around acc
// -----
// Symbolic sizes that may be less than zero.
func.func @symbolic_triangle(%n: index, %A: memref<?x?xf32> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 3 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<()[s0] -> (s0 + 2)>()[%n] {
      %sum = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %next = arith.addf %s, %a : f32
        affine.yield %next : f32
      }
      affine.store %sum, %x[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0 - 3)>
#map1 = affine_map<(d0) -> (0, d0 - 1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0 + 2)>
module {
  func.func @symbolic_triangle(%n: index, %A: memref<?x?xf32> {llvm.noalias}, %x: memref<?x?xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %1 = affine.max #map(%n)
    %2 = affine.max #map1(%n)
    %acc = memref.alloc(%1, %2) {alignment = 64 : i64} : memref<?x?xf32>
    affine.for %i = 3 to #map2(%n) {
      affine.for %j = #map2(%i) to #map3(%n) {
        affine.store %0, %acc[%i - 3, %j - 3] : memref<?x?xf32>
        affine.for %k = 0 to #map2(%j) {
          %4 = affine.load %acc[%i - 3, %j - 3] : memref<?x?xf32>
          %5 = affine.load %A[%i, %k] : memref<?x?xf32>
          %6 = arith.addf %4, %5 : f32
          affine.store %6, %acc[%i - 3, %j - 3] : memref<?x?xf32>
        }
        %3 = affine.load %acc[%i - 3, %j - 3] : memref<?x?xf32>
        affine.store %3, %x[%i, %j] : memref<?x?xf32>
      }
    }
    memref.dealloc %acc : memref<?x?xf32>
    return
  }
}
// -----
// A cell for each of n * n iterations would be too many where the arrays have n: those of the outer loop have one in common.
func.func @out_of_proportion(%n: index, %A: memref<?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i] : memref<?xf32>
        %next = arith.addf %s, %a : f32
        affine.yield %next : f32
      }
      affine.store %sum, %x[%j] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @out_of_proportion(%n: index, %A: memref<?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %1 = affine.max #map(%n)
    %acc = memref.alloc(%1) {alignment = 64 : i64} : memref<?xf32>
    affine.for %i = 0 to #map1(%n) {
      affine.for %j = 0 to #map1(%n) {
        affine.store %0, %acc[%j] : memref<?xf32>
        affine.for %k = 0 to 4 {
          %3 = affine.load %acc[%j] : memref<?xf32>
          %4 = affine.load %A[%i] : memref<?xf32>
          %5 = arith.addf %3, %4 : f32
          affine.store %5, %acc[%j] : memref<?xf32>
        }
        %2 = affine.load %acc[%j] : memref<?xf32>
        affine.store %2, %x[%j] : memref<?xf32>
      }
    }
    memref.dealloc %acc : memref<?xf32>
    return
  }
}
// -----
// Two values that are computed from each other: where the one is put aside for the other, an iteration over k waits for the one before,
// and all of them have one cell.
func.func @turned(%A: memref<3xf32> {llvm.noalias}, %x: memref<3xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    %both:2 = affine.for %k = 0 to 4 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
      %v = affine.load %A[%i] : memref<3xf32>
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %p, %v : f32
      %r = arith.subf %a, %b : f32
      affine.yield %q, %r : f32, f32
    }
    affine.store %both#0, %x[%i] : memref<3xf32>
  }
  return
}
// becomes
module {
  func.func @turned(%A: memref<3xf32> {llvm.noalias}, %x: memref<3xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<3xf32>
    %acc_1 = memref.alloca() : memref<3xf32>
    %next = memref.alloca() : memref<3xf32>
    affine.for %i = 0 to 3 {
      affine.store %0, %acc[%i] : memref<3xf32>
      affine.store %0, %acc_1[%i] : memref<3xf32>
      affine.for %k = 0 to 4 {
        %2 = affine.load %acc[%i] : memref<3xf32>
        %3 = affine.load %acc_1[%i] : memref<3xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = affine.load %A[%i] : memref<3xf32>
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %next[%i] : memref<3xf32>
        %7 = arith.subf %2, %3 : f32
        affine.store %7, %acc_1[%i] : memref<3xf32>
        affine.store %6, %acc[%i] : memref<3xf32>
      }
      %1 = affine.load %acc[%i] : memref<3xf32>
      affine.store %1, %x[%i] : memref<3xf32>
    }
    return
  }
}
// -----
// As many cells as iterations, where no array has that many.
func.func @more_than_arrays(%n: index, %A: memref<4xf32> {llvm.noalias}, %x: memref<4xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%k] : memref<4xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[0] : memref<4xf32>
  }
  return
}
// stays
// privatize: refused, cells for acc would have more extents that are not known than any array of the program

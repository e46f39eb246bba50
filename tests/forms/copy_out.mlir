// A filter of three taps.
func.func @filter(%a: memref<12xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias}, %c: memref<10xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %zero, %c[%i] : memref<10xf32>
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<12xf32>
      %y = affine.load %w[%k] : memref<3xf32>
      %s = affine.load %c[%i] : memref<10xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %c[%i] : memref<10xf32>
    }
  }
  return
}
// becomes
module {
  func.func @filter(%a: memref<12xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias}, %c: memref<10xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 10 {
      %1 = affine.load %a[%i] : memref<12xf32>
      %2 = affine.load %w[0] : memref<3xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      %5 = affine.load %a[%i + 1] : memref<12xf32>
      %6 = affine.load %w[1] : memref<3xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = arith.addf %4, %7 : f32
      %9 = affine.load %a[%i + 2] : memref<12xf32>
      %10 = affine.load %w[2] : memref<3xf32>
      %11 = arith.mulf %9, %10 : f32
      %12 = arith.addf %8, %11 : f32
      affine.store %12, %c[%i] : memref<10xf32>
    }
    return
  }
}
// -----
// The taps may be among the results: each sum is stored before the next tap is read.
func.func @may_overlap(%a: memref<12xf32>, %w: memref<3xf32>, %c: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<12xf32>
      %y = affine.load %w[%k] : memref<3xf32>
      %s = affine.load %c[%i] : memref<10xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %c[%i] : memref<10xf32>
    }
  }
  return
}
// becomes
module {
  func.func @may_overlap(%a: memref<12xf32>, %w: memref<3xf32>, %c: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      %0 = affine.load %c[%i] : memref<10xf32>
      %1 = affine.load %a[%i] : memref<12xf32>
      %2 = affine.load %w[0] : memref<3xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %c[%i] : memref<10xf32>
      %5 = affine.load %a[%i + 1] : memref<12xf32>
      %6 = affine.load %w[1] : memref<3xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = arith.addf %4, %7 : f32
      affine.store %8, %c[%i] : memref<10xf32>
      %9 = affine.load %a[%i + 2] : memref<12xf32>
      %10 = affine.load %w[2] : memref<3xf32>
      %11 = arith.mulf %9, %10 : f32
      %12 = arith.addf %8, %11 : f32
      affine.store %12, %c[%i] : memref<10xf32>
    }
    return
  }
}
// -----
// The cell beside is read, which is the same cell in the last copy but one.
func.func @beside(%a: memref<12xf32> {llvm.noalias}, %c: memref<12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 3 {
      %x = affine.load %c[%k + 4] : memref<12xf32>
      %s = affine.load %c[5] : memref<12xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %c[5] : memref<12xf32>
    }
  }
  return
}
// becomes
module {
  func.func @beside(%a: memref<12xf32> {llvm.noalias}, %c: memref<12xf32> {llvm.noalias}) {
    affine.for %i = 0 to 10 {
      %0 = affine.load %c[5] : memref<12xf32>
      %1 = affine.load %c[4] : memref<12xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = arith.addf %2, %2 : f32
      affine.store %3, %c[5] : memref<12xf32>
      %4 = affine.load %c[6] : memref<12xf32>
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %c[5] : memref<12xf32>
    }
    return
  }
}
// -----
// Too long.
func.func @long(%a: memref<29xf32> {llvm.noalias}, %c: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 20 {
      %x = affine.load %a[%i + %k] : memref<29xf32>
      %s = affine.load %c[%i] : memref<10xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %c[%i] : memref<10xf32>
    }
  }
  return
}
// stays
// copy_out of k: refused, its 20 iterations would be too many copies
// -----
// Steps of two from one to zero: the loop does not run, and nothing is copied.
func.func @none(%c: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %k = 1 to 0 step 2 {
      %s = affine.load %c[%i] : memref<10xf32>
      %t = arith.addf %s, %s : f32
      affine.store %t, %c[%i] : memref<10xf32>
    }
  }
  return
}
// stays
// -----
// Sums are copied out; the loop along which they are written stays, for it may become a vector.
func.func @rows(%a: memref<6x2xf32> {llvm.noalias}, %b: memref<2x3xf32> {llvm.noalias}, %c: memref<6x3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 2 {
        %x = affine.load %a[%i, %k] : memref<6x2xf32>
        %y = affine.load %b[%k, %j] : memref<2x3xf32>
        %s = affine.load %c[%i, %j] : memref<6x3xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<6x3xf32>
      }
    }
  }
  return
}
// becomes
module {
  func.func @rows(%a: memref<6x2xf32> {llvm.noalias}, %b: memref<2x3xf32> {llvm.noalias}, %c: memref<6x3xf32> {llvm.noalias}) {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 3 {
        %0 = affine.load %c[%i, %j] : memref<6x3xf32>
        %1 = affine.load %a[%i, 0] : memref<6x2xf32>
        %2 = affine.load %b[0, %j] : memref<2x3xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        %5 = affine.load %a[%i, 1] : memref<6x2xf32>
        %6 = affine.load %b[1, %j] : memref<2x3xf32>
        %7 = arith.mulf %5, %6 : f32
        %8 = arith.addf %4, %7 : f32
        affine.store %8, %c[%i, %j] : memref<6x3xf32>
      }
    }
    return
  }
}

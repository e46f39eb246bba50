// Each element is computed from the one before it, which stays in a register.
func.func @recurrence(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 1 to 9 {
    %a = affine.load %A[%i - 1] : memref<9xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @recurrence(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
    %0 = affine.load %A[0] : memref<9xf32>
    %1 = affine.for %i = 1 to 9 iter_args(%A_0 = %0) -> (f32) {
      %2 = arith.mulf %A_0, %x : f32
      affine.store %2, %A[%i] : memref<9xf32>
      affine.yield %2 : f32
    }
    return
  }
}
// -----
// Backwards, in steps of two.
func.func @backwards(%A: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 18 step 2 {
    %a = affine.load %A[-%i + 19] : memref<20xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[-%i + 17] : memref<20xf32>
  }
  return
}
// becomes
module {
  func.func @backwards(%A: memref<20xf32> {llvm.noalias}, %x: f32) {
    %0 = affine.load %A[19] : memref<20xf32>
    %1 = affine.for %i = 0 to 18 step 2 iter_args(%A_0 = %0) -> (f32) {
      %2 = arith.mulf %A_0, %x : f32
      affine.store %2, %A[-%i + 17] : memref<20xf32>
      affine.yield %2 : f32
    }
    return
  }
}
// -----
// A loop that may not run must not read before it.
func.func @any_size(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @any_size(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
    affine.for %i = 1 to #map(%n) {
      %0 = affine.load %A[%i - 1] : memref<?xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// The element of two iterations before is not carried.
func.func @two_before(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 2 to 9 {
    %a = affine.load %A[%i - 2] : memref<9xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @two_before(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
    affine.for %i = 2 to 9 {
      %0 = affine.load %A[%i - 2] : memref<9xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// What the next iteration reads may be overwritten after it was written, by the store to the other buffer.
func.func @overwritten(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32) {
  affine.for %i = 1 to 9 {
    %a = affine.load %A[%i - 1] : memref<9xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<9xf32>
    affine.store %x, %B[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @overwritten(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32) {
    affine.for %i = 1 to 9 {
      %0 = affine.load %A[%i - 1] : memref<9xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i] : memref<9xf32>
      affine.store %x, %B[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// It may be overwritten before it is read.
func.func @overwritten_first(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32) {
  affine.for %i = 1 to 9 {
    affine.store %x, %B[%i] : memref<9xf32>
    %a = affine.load %A[%i - 1] : memref<9xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @overwritten_first(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32) {
    affine.for %i = 1 to 9 {
      affine.store %x, %B[%i] : memref<9xf32>
      %0 = affine.load %A[%i - 1] : memref<9xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// Four cells in turns: the one that is read is the one that the iteration before stored.
func.func @remainder(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 1 to 9 {
    %a = affine.load %A[(%i - 1) mod 4] : memref<9xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i mod 4] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @remainder(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
    %0 = affine.load %A[0] : memref<9xf32>
    %1 = affine.for %i = 1 to 9 iter_args(%A_0 = %0) -> (f32) {
      %2 = arith.mulf %A_0, %x : f32
      affine.store %2, %A[%i mod 4] : memref<9xf32>
      affine.yield %2 : f32
    }
    return
  }
}

// A cast of another memref says nothing of these: no value is put aside, as it would be if the store changed it.
func.func @unrelated(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %C: memref<9xf32> {llvm.noalias}) {
  %D = memref.cast %C : memref<9xf32> to memref<?xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %B[%i] : memref<9xf32>
    affine.store %a, %D[%i] : memref<?xf32>
  }
  return
}
// becomes
module {
  func.func @unrelated(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %C: memref<9xf32> {llvm.noalias}) {
    %D = memref.cast %C : memref<9xf32> to memref<?xf32>
    affine.for %i = 0 to 9 {
      %0 = affine.load %A[%i] : memref<9xf32>
      affine.store %0, %B[%i] : memref<9xf32>
      affine.store %0, %D[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// A cast of a memref is the same memory: what was read before the store is put aside.
func.func @same(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %D = memref.cast %A : memref<9xf32> to memref<?xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %b = affine.load %B[%i] : memref<9xf32>
    affine.store %b, %D[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @same(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %D = memref.cast %A : memref<9xf32> to memref<?xf32>
    %old = memref.alloca() : memref<f32>
    affine.for %i = 0 to 9 {
      %0 = affine.load %A[%i] : memref<9xf32>
      affine.store %0, %old[] : memref<f32>
      %1 = affine.load %B[%i] : memref<9xf32>
      affine.store %1, %D[%i] : memref<?xf32>
      affine.store %0, %B[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// An array that another memref is made of is not only of the nest.
func.func @kept_array(%B: memref<9xf32> {llvm.noalias}) -> memref<?xf32> {
  %A = memref.alloc() : memref<9xf32>
  %D = memref.cast %A : memref<9xf32> to memref<?xf32>
  affine.for %i = 0 to 9 {
    %b = affine.load %B[%i] : memref<9xf32>
    affine.store %b, %A[%i] : memref<9xf32>
  }
  return %D : memref<?xf32>
}
// becomes
module {
  func.func @kept_array(%B: memref<9xf32> {llvm.noalias}) -> memref<?xf32> {
    %A = memref.alloc() : memref<9xf32>
    %D = memref.cast %A : memref<9xf32> to memref<?xf32>
    affine.for %i = 0 to 9 {
      %0 = affine.load %B[%i] : memref<9xf32>
      affine.store %0, %A[%i] : memref<9xf32>
    }
    return %D : memref<?xf32>
  }
}
// -----
// Each loop of a parallel one.
func.func @parallel(%A: memref<9x8xf32>, %x: f32) {
  affine.parallel (%i, %j) = (0, 1) to (9, 8) step (1, 2) {
    affine.store %x, %A[%i, %j] : memref<9x8xf32>
  }
  return
}
// becomes
module {
  func.func @parallel(%A: memref<9x8xf32>, %x: f32) {
    affine.for %i = 0 to 9 {
      affine.for %j = 1 to 8 step 2 {
        affine.store %x, %A[%i, %j] : memref<9x8xf32>
      }
    }
    return
  }
}

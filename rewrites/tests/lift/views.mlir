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
      affine.store %0, %C[%i] : memref<9xf32>
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
      affine.store %1, %A[%i] : memref<9xf32>
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
// -----
// A part of an array is accessed as the array.
func.func @part(%A: memref<64x64xf32> {llvm.noalias}, %o: index, %x: f32) {
  %V = memref.subview %A[%o, 3] [8, 8] [1, 2] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 2], offset: ?>>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %V[%i, %j] : memref<8x8xf32, strided<[64, 2], offset: ?>>
    }
  }
  return
}
// becomes
module {
  func.func @part(%A: memref<64x64xf32> {llvm.noalias}, %o: index, %x: f32) {
    %V = memref.subview %A[%o, 3] [8, 8] [1, 2] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 2], offset: ?>>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.store %x, %A[%i + %o, %j * 2 + 3] : memref<64x64xf32>
      }
    }
    return
  }
}
// -----
// A view that moves with the loop around it, with one dimension less.
func.func @moving(%A: memref<64x64xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 64 {
    %V = memref.subview %A[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    affine.for %j = 0 to 64 {
      affine.store %x, %V[%j] : memref<64xf32, strided<[1], offset: ?>>
    }
  }
  return
}
// becomes
module {
  func.func @moving(%A: memref<64x64xf32> {llvm.noalias}, %x: f32) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.store %x, %A[%i, %j] : memref<64x64xf32>
      }
    }
    return
  }
}
// -----
// Dimensions that are one, and one that is two.
func.func @reshaped(%A: memref<4x8xf32> {llvm.noalias}, %B: memref<32xf32> {llvm.noalias}) {
  %V = memref.collapse_shape %A [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %W = memref.expand_shape %B [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %V[%i * 8 + %j] : memref<32xf32>
      affine.store %a, %W[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
// becomes
module {
  func.func @reshaped(%A: memref<4x8xf32> {llvm.noalias}, %B: memref<32xf32> {llvm.noalias}) {
    %V = memref.collapse_shape %A [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %W = memref.expand_shape %B [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %A[%i + %j floordiv 8, %j mod 8] : memref<4x8xf32>
        affine.store %0, %B[%i * 8 + %j] : memref<32xf32>
      }
    }
    return
  }
}
// -----
// Rows of a linear array, by a cast.
func.func @reinterpreted(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [%n, %n], strides: [%n, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %V[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @reinterpreted(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
    %V = memref.reinterpret_cast %A to offset: [0], sizes: [%n, %n], strides: [%n, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%n) {
        affine.store %x, %A[%i * symbol(%n) + %j] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// A layout leaves the subscripts as they are.
func.func @leading_dimension(%A: memref<?x?xf32, strided<[?, 1], offset: ?>> {llvm.noalias}, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i, 0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @leading_dimension(%A: memref<?x?xf32, strided<[?, 1], offset: ?>> {llvm.noalias}, %n: index, %x: f32) {
    affine.for %i = 0 to #map(%n) {
      affine.store %x, %A[%i, 0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
    return
  }
}
// -----
// What an iteration allocates is one array for all of them.
func.func @inner(%A: memref<9x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %row = memref.alloc() : memref<8xf32>
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<9x8xf32>
      affine.store %a, %row[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %a = affine.load %row[7 - %j] : memref<8xf32>
      affine.store %a, %A[%i, %j] : memref<9x8xf32>
    }
    memref.dealloc %row : memref<8xf32>
  }
  return
}
// becomes
module {
  func.func @inner(%A: memref<9x8xf32> {llvm.noalias}) {
    %row = memref.alloca() : memref<8xf32>
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %A[%i, %j] : memref<9x8xf32>
        affine.store %0, %row[%j] : memref<8xf32>
      }
      affine.for %j_1 = 0 to 8 {
        %0 = affine.load %row[-%j_1 + 7] : memref<8xf32>
        affine.store %0, %A[%i, %j_1] : memref<9x8xf32>
      }
    }
    return
  }
}

// A sum for each row, used in the same iteration: one cell is enough.
func.func @sums(%A: memref<8x9xf32> {llvm.noalias}, %B: memref<8xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %t[%i] : memref<8xf32>
    affine.for %k = 0 to 9 {
      %a = affine.load %A[%i, %k] : memref<8x9xf32>
      %p = affine.load %t[%i] : memref<8xf32>
      %s = arith.addf %p, %a : f32
      affine.store %s, %t[%i] : memref<8xf32>
    }
    %s = affine.load %t[%i] : memref<8xf32>
    affine.store %s, %B[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}
// becomes
module {
  func.func @sums(%A: memref<8x9xf32> {llvm.noalias}, %B: memref<8xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %t = memref.alloc() : memref<8xf32>
    %0 = arith.constant 0.000000e+00 : f32
    %t_0 = memref.alloca() : memref<f32>
    affine.for %i = 0 to 8 {
      affine.store %0, %t_0[] : memref<f32>
      affine.for %k = 0 to 9 {
        %2 = affine.load %t_0[] : memref<f32>
        %3 = affine.load %A[%i, %k] : memref<8x9xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %t_0[] : memref<f32>
      }
      %1 = affine.load %t_0[] : memref<f32>
      affine.store %1, %B[%i] : memref<8xf32>
    }
    memref.dealloc %t : memref<8xf32>
    return
  }
}
// -----
// One row is enough; the second loop reads part of what the first writes.
func.func @row(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %t = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.mulf %a, %a : f32
      affine.store %s, %t[%i, %j] : memref<?x?xf32>
    }
    affine.for %k = 1 to %m {
      %l = affine.load %t[%i, %k - 1] : memref<?x?xf32>
      %r = affine.load %t[%i, %k] : memref<?x?xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %B[%i, %k] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @row(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
    %t = memref.alloc(%n, %m) : memref<?x?xf32>
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%m) {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %t[0, %j] : memref<?x?xf32>
      }
      affine.for %k = 1 to #map(%m) {
        %0 = affine.load %t[0, %k - 1] : memref<?x?xf32>
        %1 = affine.load %t[0, %k] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %B[%i, %k] : memref<?x?xf32>
      }
    }
    memref.dealloc %t : memref<?x?xf32>
    return
  }
}
// -----
// The row before is read too.
func.func @rows(%A: memref<8x9xf32> {llvm.noalias}, %B: memref<8x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<9x9xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<8x9xf32>
      affine.store %a, %t[%i, %j] : memref<9x9xf32>
      affine.store %a, %t[%i + 1, %j] : memref<9x9xf32>
    }
    affine.for %j = 0 to 9 {
      %s = affine.load %t[%i, %j] : memref<9x9xf32>
      affine.store %s, %B[%i, %j] : memref<8x9xf32>
    }
  }
  memref.dealloc %t : memref<9x9xf32>
  return
}
// stays
// contract: refused, no subscript of t is the same wherever it is used
// -----
// The second step reads what the first left.
func.func @steps(%A: memref<8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %s = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (d0 == 0)>(%s) {
        %a = affine.load %A[%i] : memref<8xf32>
        affine.store %a, %t[%i] : memref<8xf32>
      }
      %b = affine.load %t[%i] : memref<8xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %A[%i] : memref<8xf32>
    }
  }
  memref.dealloc %t : memref<8xf32>
  return
}
// stays
// contract: refused, 10:12 affine.load t[i] may read what another iteration wrote
// -----
// One cell of each row is read that its iteration does not write.
func.func @longer(%A: memref<8x9xf32> {llvm.noalias}, %B: memref<8x9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8x9xf32>
  affine.for %s = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%i, %j] : memref<8x9xf32>
        affine.store %a, %t[%i, %j] : memref<8x9xf32>
      }
      affine.if affine_set<(d0) : (d0 == 0)>(%s) {
        affine.store %zero, %t[%i, 8] : memref<8x9xf32>
      }
      affine.for %k = 0 to 9 {
        %b = affine.load %t[%i, %k] : memref<8x9xf32>
        affine.store %b, %B[%i, %k] : memref<8x9xf32>
      }
    }
  }
  memref.dealloc %t : memref<8x9xf32>
  return
}
// stays
// contract: refused, 15:14 affine.load t[i, k] may read what another iteration wrote

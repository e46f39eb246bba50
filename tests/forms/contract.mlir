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
    %t_1 = memref.alloca() : memref<f32>
    affine.for %i = 0 to 8 {
      affine.store %0, %t_1[] : memref<f32>
      affine.for %k = 0 to 9 {
        %2 = affine.load %t_1[] : memref<f32>
        %3 = affine.load %A[%i, %k] : memref<8x9xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %t_1[] : memref<f32>
      }
      %1 = affine.load %t_1[] : memref<f32>
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
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @row(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
    %t = memref.alloc(%n, %m) : memref<?x?xf32>
    %0 = affine.max #map(%m)
    %t_1 = memref.alloc(%0) {alignment = 64 : i64} : memref<1x?xf32>
    affine.for %i = 0 to #map1(%n) {
      affine.for %j = 0 to #map1(%m) {
        %1 = affine.load %A[%i, %j] : memref<?x?xf32>
        %2 = arith.mulf %1, %1 : f32
        affine.store %2, %t_1[0, %j] : memref<1x?xf32>
      }
      affine.for %k = 1 to #map1(%m) {
        %1 = affine.load %t_1[0, %k - 1] : memref<1x?xf32>
        %2 = affine.load %t_1[0, %k] : memref<1x?xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %B[%i, %k] : memref<?x?xf32>
      }
    }
    memref.dealloc %t_1 : memref<1x?xf32>
    memref.dealloc %t : memref<?x?xf32>
    return
  }
}
// -----
// Each iteration writes two rows and reads one of them: two are enough.
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
// becomes
module {
  func.func @rows(%A: memref<8x9xf32> {llvm.noalias}, %B: memref<8x9xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<9x9xf32>
    %t_1 = memref.alloca() : memref<2x9xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 9 {
        %0 = affine.load %A[%i, %j] : memref<8x9xf32>
        affine.store %0, %t_1[0, %j] : memref<2x9xf32>
        affine.store %0, %t_1[1, %j] : memref<2x9xf32>
      }
      affine.for %j_1 = 0 to 9 {
        %0 = affine.load %t_1[0, %j_1] : memref<2x9xf32>
        affine.store %0, %B[%i, %j_1] : memref<8x9xf32>
      }
    }
    memref.dealloc %t : memref<9x9xf32>
    return
  }
}
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
// -----
// Two parts of the nest, each of which needs nothing of what the other left.
func.func @parts(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %s = 0 to 2 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %t[%i] : memref<?xf32>
      %b = affine.load %t[%i] : memref<?xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
    affine.for %i = 0 to %n {
      %a = affine.load %B[%i] : memref<?xf32>
      affine.store %a, %t[%i] : memref<?xf32>
      %b = affine.load %t[%i] : memref<?xf32>
      %c = arith.addf %b, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @parts(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    %t = memref.alloc(%n) : memref<?xf32>
    %t_1 = memref.alloca() : memref<f32>
    %t_2 = memref.alloca() : memref<f32>
    affine.for %s = 0 to 2 {
      affine.for %i = 0 to #map(%n) {
        %0 = affine.load %A[%i] : memref<?xf32>
        affine.store %0, %t_1[] : memref<f32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %A[%i] : memref<?xf32>
      }
      affine.for %i_1 = 0 to #map(%n) {
        %0 = affine.load %B[%i_1] : memref<?xf32>
        affine.store %0, %t_2[] : memref<f32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %B[%i_1] : memref<?xf32>
      }
    }
    memref.dealloc %t : memref<?xf32>
    return
  }
}
// -----
// A tile is enough: each is written before it is read.
func.func @tiles(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 step 8 {
    affine.for %v = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
      %a = affine.load %A[%v] : memref<64xf32>
      affine.store %a, %t[%v] : memref<64xf32>
    }
    affine.for %v = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
      %b = affine.load %t[%v] : memref<64xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %B[%v] : memref<64xf32>
    }
  }
  memref.dealloc %t : memref<64xf32>
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 8)>
module {
  func.func @tiles(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<64xf32>
    %t_1 = memref.alloca() : memref<8xf32>
    affine.for %i = 0 to 64 step 8 {
      affine.for %v = #map(%i) to #map1(%i) {
        %0 = affine.load %A[%v] : memref<64xf32>
        affine.store %0, %t_1[-%i + %v] : memref<8xf32>
      }
      affine.for %v_1 = #map(%i) to #map1(%i) {
        %0 = affine.load %t_1[-%i + %v_1] : memref<8xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %B[%v_1] : memref<64xf32>
      }
    }
    memref.dealloc %t : memref<64xf32>
    return
  }
}
// -----
// The last cell of a tile is read in the next.
func.func @over_the_end(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<65xf32>
  affine.for %i = 0 to 64 step 8 {
    affine.for %v = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
      %a = affine.load %A[%v] : memref<64xf32>
      affine.store %a, %t[%v + 1] : memref<65xf32>
    }
    affine.for %v = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
      %b = affine.load %t[%v] : memref<65xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %B[%v] : memref<64xf32>
    }
  }
  memref.dealloc %t : memref<65xf32>
  return
}
// stays
// contract: refused, 10:12 affine.load t[v_1] may read what another iteration wrote

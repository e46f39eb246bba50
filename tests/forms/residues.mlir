// Planes become pixels: what is read of a row of the result is two rows of planes.
func.func @shuffle(%n: index, %in: memref<2x?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %x = 0 to affine_map<(d0) -> (d0 * 2)>(%n) {
    %v = affine.load %in[%x mod 2, %x floordiv 2] : memref<2x?xf32>
    affine.store %v, %out[%x] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @shuffle(%n: index, %in: memref<2x?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
    affine.for %x_1 = 0 to #map(%n) {
      %0 = affine.load %in[0, %x_1] : memref<2x?xf32>
      affine.store %0, %out[%x_1 * 2] : memref<?xf32>
      %1 = affine.load %in[1, %x_1] : memref<2x?xf32>
      affine.store %1, %out[%x_1 * 2 + 1] : memref<?xf32>
    }
    return
  }
}
// -----
// The loop begins at an odd number, ends anywhere, and may have no iteration.
func.func @upsample(%m: index, %n: index, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %x = 3 to %n {
    %v = affine.load %in[%x floordiv 2] : memref<?xf32>
    affine.store %v, %out[%x] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> ((d0 + 1) floordiv 2 - 2)>
#map1 = affine_map<(d0) -> (3, ((d0 + 1) floordiv 2) * 2 - 1)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @upsample(%m: index, %n: index, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
    affine.for %x_1 = 0 to #map(%n) {
      %0 = affine.load %in[%x_1 + 1] : memref<?xf32>
      affine.store %0, %out[%x_1 * 2 + 3] : memref<?xf32>
      %1 = affine.load %in[%x_1 + 2] : memref<?xf32>
      affine.store %1, %out[%x_1 * 2 + 4] : memref<?xf32>
    }
    affine.for %x = max #map1(%n) to #map2(%n) {
      %0 = affine.load %in[%x floordiv 2] : memref<?xf32>
      affine.store %0, %out[%x] : memref<?xf32>
    }
    return
  }
}
// -----
// Both loops are divided together.
func.func @chequered(%n: index, %in: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 2 == 0)>(%i, %j) {
        %v = affine.load %in[%i, %j] : memref<?x?xf32>
        affine.store %v, %out[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> ((d0 + 1) floordiv 2 - 1)>
#map1 = affine_map<(d0) -> (1, ((d0 + 1) floordiv 2) * 2 - 1)>
#map2 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : ((d0 + 1) mod 2 == 0)>
#set1 = affine_set<(d0) : (d0 mod 2 == 0)>
#set2 = affine_set<(d0, d1) : ((d0 + d1) mod 2 == 0)>
module {
  func.func @chequered(%n: index, %in: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32> {llvm.noalias}) {
    affine.for %i_1 = 0 to #map(%n) {
      affine.for %j_1_1 = 0 to #map(%n) {
        %0 = affine.load %in[%i_1 * 2 + 1, %j_1_1 * 2 + 1] : memref<?x?xf32>
        affine.store %0, %out[%i_1 * 2 + 1, %j_1_1 * 2 + 1] : memref<?x?xf32>
      }
      affine.for %j_2 = max #map1(%n) to #map2(%n) {
        affine.if #set(%j_2) {
          %0 = affine.load %in[%i_1 * 2 + 1, %j_2] : memref<?x?xf32>
          affine.store %0, %out[%i_1 * 2 + 1, %j_2] : memref<?x?xf32>
        }
      }
      affine.for %j_1_2 = 0 to #map(%n) {
        %0 = affine.load %in[%i_1 * 2 + 2, %j_1_2 * 2 + 2] : memref<?x?xf32>
        affine.store %0, %out[%i_1 * 2 + 2, %j_1_2 * 2 + 2] : memref<?x?xf32>
      }
      affine.for %j_3 = max #map1(%n) to #map2(%n) {
        affine.if #set1(%j_3) {
          %0 = affine.load %in[%i_1 * 2 + 2, %j_3] : memref<?x?xf32>
          affine.store %0, %out[%i_1 * 2 + 2, %j_3] : memref<?x?xf32>
        }
      }
    }
    affine.for %i = max #map1(%n) to #map2(%n) {
      affine.for %j_1 = 0 to #map(%n) {
        affine.if #set(%i) {
          %0 = affine.load %in[%i, %j_1 * 2 + 1] : memref<?x?xf32>
          affine.store %0, %out[%i, %j_1 * 2 + 1] : memref<?x?xf32>
        }
        affine.if #set1(%i) {
          %0 = affine.load %in[%i, %j_1 * 2 + 2] : memref<?x?xf32>
          affine.store %0, %out[%i, %j_1 * 2 + 2] : memref<?x?xf32>
        }
      }
      affine.for %j = max #map1(%n) to #map2(%n) {
        affine.if #set2(%i, %j) {
          %0 = affine.load %in[%i, %j] : memref<?x?xf32>
          affine.store %0, %out[%i, %j] : memref<?x?xf32>
        }
      }
    }
    return
  }
}
// -----
// Three and two: what grows by six has quotients and remainders that grow by constants.
func.func @both(%n: index, %in: memref<?x3xf32> {llvm.noalias}, %out: memref<?x2xf32> {llvm.noalias}) {
  affine.for %x = 0 to affine_map<(d0) -> (d0 * 6)>(%n) {
    %v = affine.load %in[%x floordiv 3, %x mod 3] : memref<?x3xf32>
    affine.store %v, %out[%x floordiv 2, %x mod 2] : memref<?x2xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @both(%n: index, %in: memref<?x3xf32> {llvm.noalias}, %out: memref<?x2xf32> {llvm.noalias}) {
    %0 = memref.collapse_shape %in [[0, 1]] : memref<?x3xf32> into memref<?xf32>
    %1 = memref.collapse_shape %out [[0, 1]] : memref<?x2xf32> into memref<?xf32>
    affine.for %x_1 = 0 to #map(%n) {
      %2 = affine.load %0[%x_1 * 6] : memref<?xf32>
      affine.store %2, %1[%x_1 * 6] : memref<?xf32>
      %3 = affine.load %0[%x_1 * 6 + 1] : memref<?xf32>
      affine.store %3, %1[%x_1 * 6 + 1] : memref<?xf32>
      %4 = affine.load %0[%x_1 * 6 + 2] : memref<?xf32>
      affine.store %4, %1[%x_1 * 6 + 2] : memref<?xf32>
      %5 = affine.load %0[%x_1 * 6 + 3] : memref<?xf32>
      affine.store %5, %1[%x_1 * 6 + 3] : memref<?xf32>
      %6 = affine.load %0[%x_1 * 6 + 4] : memref<?xf32>
      affine.store %6, %1[%x_1 * 6 + 4] : memref<?xf32>
      %7 = affine.load %0[%x_1 * 6 + 5] : memref<?xf32>
      affine.store %7, %1[%x_1 * 6 + 5] : memref<?xf32>
    }
    return
  }
}
// -----
// What is divided is even in every iteration, or is that of a loop around.
func.func @needless(%n: index, %in: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %v = affine.load %in[%i floordiv 2, (%j * 4) floordiv 2] : memref<?x?xf32>
      affine.store %v, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// stays
// -----
// Blocks of 32 share a number.
func.func @blocks(%n: index, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %v = affine.load %in[%i floordiv 32] : memref<?xf32>
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
// stays
// residues of i: refused, its 32 remainders would be 32 stores
// -----
// Where the loop begins is not known: the quotients of a copy differ by one all the same.
func.func @anywhere(%m: index, %n: index, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %i = %m to %n {
    %v = affine.load %in[%i floordiv 2] : memref<?xf32>
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> ((d0 - d1) floordiv 2)>
#map1 = affine_map<(d0, d1) -> (d0, d0 + ((d1 - d0) floordiv 2) * 2)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @anywhere(%m: index, %n: index, %in: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
    affine.for %i_1 = 0 to #map(%n, %m) {
      %0 = affine.load %in[%i_1 + %m floordiv 2] : memref<?xf32>
      affine.store %0, %out[%i_1 * 2 + %m] : memref<?xf32>
      %1 = affine.load %in[%i_1 + (%m + 1) floordiv 2] : memref<?xf32>
      affine.store %1, %out[%i_1 * 2 + %m + 1] : memref<?xf32>
    }
    affine.for %i = max #map1(%m, %n) to #map2(%n) {
      %0 = affine.load %in[%i floordiv 2] : memref<?xf32>
      affine.store %0, %out[%i] : memref<?xf32>
    }
    return
  }
}

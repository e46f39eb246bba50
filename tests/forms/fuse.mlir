// The second loop reads what the first has just written.
func.func @same(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i] : memref<?xf32>
    }
    affine.for %k = 0 to %n {
      %b = affine.load %B[%k] : memref<?xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %C[%k] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @same(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      %0 = affine.load %A[%i] : memref<?xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i] : memref<?xf32>
      %2 = arith.mulf %1, %1 : f32
      affine.store %2, %C[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// A stencil there and back: the second loop is one iteration late, and ends alone.
func.func @jacobi(%A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}, %steps: index, %n: index) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %l = affine.load %A[%i - 1] : memref<?xf64>
      %r = affine.load %A[%i + 1] : memref<?xf64>
      %s = arith.addf %l, %r : f64
      affine.store %s, %B[%i] : memref<?xf64>
    }
    affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %l = affine.load %B[%k - 1] : memref<?xf64>
      %r = affine.load %B[%k + 1] : memref<?xf64>
      %s = arith.addf %l, %r : f64
      affine.store %s, %A[%k] : memref<?xf64>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 - 1, 2)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0) -> (2, d0 - 1)>
module {
  func.func @jacobi(%A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}, %steps: index, %n: index) {
    affine.for %t = 0 to #map(%steps) {
      affine.for %i_1 = 1 to min #map1(%n) {
        %0 = affine.load %A[%i_1 - 1] : memref<?xf64>
        %1 = affine.load %A[%i_1 + 1] : memref<?xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %B[%i_1] : memref<?xf64>
      }
      affine.for %i = 2 to #map2(%n) {
        %0 = affine.load %A[%i - 1] : memref<?xf64>
        %1 = affine.load %A[%i + 1] : memref<?xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %B[%i] : memref<?xf64>
        %3 = affine.load %B[%i - 2] : memref<?xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %A[%i - 1] : memref<?xf64>
      }
      affine.for %k_1 = max #map3(%n) to #map(%n) {
        %0 = affine.load %B[%k_1 - 2] : memref<?xf64>
        %1 = affine.load %B[%k_1] : memref<?xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %A[%k_1 - 1] : memref<?xf64>
      }
    }
    return
  }
}
// -----
// Both loops of each are fused; a plane of the second is one late, and a row of it.
func.func @planes(%A: memref<6x7xf64> {llvm.noalias}, %B: memref<6x7xf64> {llvm.noalias}, %C: memref<6x7xf64> {llvm.noalias}) {
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 7 {
        %a = affine.load %A[%i, %j] : memref<6x7xf64>
        %s = arith.addf %a, %a : f64
        affine.store %s, %B[%i, %j] : memref<6x7xf64>
      }
    }
    affine.for %k = 0 to 5 {
      affine.for %l = 0 to 6 {
        %b = affine.load %B[%k + 1, %l + 1] : memref<6x7xf64>
        %c = affine.load %B[%k, %l] : memref<6x7xf64>
        %s = arith.mulf %b, %c : f64
        affine.store %s, %C[%k, %l] : memref<6x7xf64>
      }
    }
  }
  return
}
// becomes
module {
  func.func @planes(%A: memref<6x7xf64> {llvm.noalias}, %B: memref<6x7xf64> {llvm.noalias}, %C: memref<6x7xf64> {llvm.noalias}) {
    affine.for %t = 0 to 2 {
      affine.for %j_1 = 0 to 7 {
        %0 = affine.load %A[0, %j_1] : memref<6x7xf64>
        %1 = arith.addf %0, %0 : f64
        affine.store %1, %B[0, %j_1] : memref<6x7xf64>
      }
      affine.for %i = 1 to 6 {
        %0 = affine.load %A[%i, 0] : memref<6x7xf64>
        %1 = arith.addf %0, %0 : f64
        affine.store %1, %B[%i, 0] : memref<6x7xf64>
        affine.for %j = 1 to 7 {
          %2 = affine.load %A[%i, %j] : memref<6x7xf64>
          %3 = arith.addf %2, %2 : f64
          affine.store %3, %B[%i, %j] : memref<6x7xf64>
          %4 = affine.load %B[%i - 1, %j - 1] : memref<6x7xf64>
          %5 = arith.mulf %3, %4 : f64
          affine.store %5, %C[%i - 1, %j - 1] : memref<6x7xf64>
        }
      }
    }
    return
  }
}
// -----
// Triangles whose inner bounds move with the loop, and a statement between them that is in nobody's way.
func.func @triangles(%A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %v = affine.load %x[%i] : memref<?xf32>
        %s = arith.addf %a, %v : f32
        affine.store %s, %x[%i] : memref<?xf32>
      }
    }
    affine.store %zero, %z[0] : memref<?xf32>
    affine.for %k = 0 to %n {
      affine.for %l = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
        %a = affine.load %A[%k, %l] : memref<?x?xf32>
        %v = affine.load %y[%k] : memref<?xf32>
        %s = arith.mulf %a, %v : f32
        affine.store %s, %y[%k] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @triangles(%A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}, %n: index) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.store %0, %z[0] : memref<?xf32>
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map1(%i) {
        %1 = affine.load %A[%i, %j] : memref<?x?xf32>
        %2 = affine.load %x[%i] : memref<?xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %x[%i] : memref<?xf32>
        %4 = affine.load %y[%i] : memref<?xf32>
        %5 = arith.mulf %1, %4 : f32
        affine.store %5, %y[%i] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// Three loops, each a step behind the one before it.
func.func @three(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %D: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %k = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %b = affine.load %B[%k + 1] : memref<?xf32>
      affine.store %b, %C[%k] : memref<?xf32>
    }
    affine.for %l = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
      %c = affine.load %C[%l + 1] : memref<?xf32>
      affine.store %c, %D[%l] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0, 1)>
#map1 = affine_map<(d0) -> (d0, 2)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @three(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %D: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to min #map(%n) {
      %0 = affine.load %A[%i_1] : memref<?xf32>
      affine.store %0, %B[%i_1] : memref<?xf32>
    }
    affine.for %i_2 = 1 to min #map1(%n) {
      %0 = affine.load %A[%i_2] : memref<?xf32>
      affine.store %0, %B[%i_2] : memref<?xf32>
      affine.store %0, %C[%i_2 - 1] : memref<?xf32>
    }
    affine.for %i = 2 to #map2(%n) {
      %0 = affine.load %A[%i] : memref<?xf32>
      affine.store %0, %B[%i] : memref<?xf32>
      affine.store %0, %C[%i - 1] : memref<?xf32>
      affine.store %0, %D[%i - 2] : memref<?xf32>
    }
    return
  }
}
// -----
// The second product walks down the columns of what the first changes along its rows: its loops change places.
func.func @transposed(%A: memref<?x?xf32> {llvm.noalias}, %u: memref<?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %v = affine.load %u[%j] : memref<?xf32>
        %s = arith.addf %a, %v : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %k = 0 to %n {
      affine.for %l = 0 to %n {
        %a = affine.load %A[%l, %k] : memref<?x?xf32>
        %v = affine.load %y[%l] : memref<?xf32>
        %w = affine.load %x[%k] : memref<?xf32>
        %p = arith.mulf %a, %v : f32
        %s = arith.addf %w, %p : f32
        affine.store %s, %x[%k] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @transposed(%A: memref<?x?xf32> {llvm.noalias}, %u: memref<?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%n) {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        %1 = affine.load %u[%j] : memref<?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i, %j] : memref<?x?xf32>
        %3 = affine.load %x[%j] : memref<?xf32>
        %4 = affine.load %y[%i] : memref<?xf32>
        %5 = arith.mulf %2, %4 : f32
        %6 = arith.addf %3, %5 : f32
        affine.store %6, %x[%j] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// Steps of two, and bounds that are the least of several: nothing is peeled.
func.func @steps(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %t = 0 to 1 {
    affine.for %i = 1 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] step 2 {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %k = 1 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] step 2 {
      %b = affine.load %B[%k] : memref<?xf32>
      affine.store %b, %A[%k] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @steps(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
    affine.for %i = 1 to min #map(%n, %m) step 2 {
      %0 = affine.load %A[%i] : memref<?xf32>
      affine.store %0, %B[%i] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// Under a condition, each branch by itself; a row that only some iterations write.
func.func @conditions(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to 2 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%t) {
      affine.for %i = 0 to %n {
        %a = affine.load %A[%i] : memref<?xf32>
        affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
          affine.store %a, %B[%i] : memref<?xf32>
        }
      }
      affine.for %k = 0 to %n {
        %b = affine.load %B[%k] : memref<?xf32>
        affine.store %b, %C[%k] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
#set1 = affine_set<(d0) : (d0 mod 2 == 0)>
module {
  func.func @conditions(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %t = 0 to 2 {
      affine.if #set(%t) {
        affine.for %i = 0 to #map(%n) {
          affine.if #set1(%i) {
            %1 = affine.load %A[%i] : memref<?xf32>
            affine.store %1, %B[%i] : memref<?xf32>
          }
          %0 = affine.load %B[%i] : memref<?xf32>
          affine.store %0, %C[%i] : memref<?xf32>
        }
      }
    }
    return
  }
}
// -----
// The second loop reads first what the first writes last.
func.func @backwards(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %b = affine.load %B[-%k + 15] : memref<16xf32>
      affine.store %b, %A[%k] : memref<16xf32>
    }
  }
  return
}
// stays
// fuse of i and k: refused, flow dependence 6:7 affine.store B[i] -> 9:12 affine.load B[-k + 15]
// -----
// A write after a read: the first loop reads cells far ahead that the second writes.
func.func @ahead(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 32 {
      %a = affine.load %A[2 * %i] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
    affine.for %k = 0 to 32 {
      %b = affine.load %B[%k] : memref<64xf32>
      affine.store %b, %A[%k + 31] : memref<64xf32>
    }
  }
  return
}
// stays
// fuse of i and k: refused, anti dependence 5:12 affine.load A[2 * i] -> 10:7 affine.store A[k + 31]
// -----
// The second loop needs the whole sum.
func.func @sum(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 1 {
    %total = affine.for %i = 0 to 16 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i] : memref<16xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%k] : memref<16xf32>
      %d = arith.divf %a, %total : f32
      affine.store %d, %B[%k] : memref<16xf32>
    }
  }
  return
}
// stays
// fuse of i and k: refused, flow dependence the store to acc[] -> the load of acc[]
// -----
// The arrays may overlap in any way.
func.func @overlap(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %b = affine.load %B[%k] : memref<16xf32>
      affine.store %b, %A[%k] : memref<16xf32>
    }
  }
  return
}
// stays
// fuse of i and k: refused, output dependence 6:7 affine.store B[i] -> 10:7 affine.store A[k]; assumed, for B and A may overlap
// -----
// How much longer one loop is than the other is not known.
func.func @bounds(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %k = 0 to %m {
      %b = affine.load %B[%k] : memref<?xf32>
      affine.store %b, %A[%k] : memref<?xf32>
    }
  }
  return
}
// stays
// fuse of i and k: refused, their bounds differ by what is no constant
// -----
// The permuted subscripts want the loops of one of the two to change places, which dependences of their own forbid.
func.func @permuted(%A: memref<8x8xf32> {llvm.noalias}, %B: memref<8x8xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 1 to 8 {
      affine.for %j = 0 to 7 {
        %a = affine.load %A[%i, %j] : memref<8x8xf32>
        %c = affine.load %B[%j + 1, %i - 1] : memref<8x8xf32>
        %s = arith.addf %a, %c : f32
        affine.store %s, %B[%j, %i] : memref<8x8xf32>
      }
    }
    affine.for %k = 1 to 8 {
      affine.for %l = 0 to 7 {
        %b = affine.load %B[%k - 1, %l + 1] : memref<8x8xf32>
        affine.store %b, %B[%k, %l] : memref<8x8xf32>
      }
    }
  }
  return
}
// stays
// fuse of i and j: refused, flow dependence 9:9 affine.store B[j, i] -> 7:14 affine.load B[j + 1, i - 1]

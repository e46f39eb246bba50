// RUN: parse
func.func @gemm(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<64x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x64xf32>
        %c = affine.load %C[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @gemm(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
//     affine.for %i = 0 to 64 {
//       affine.for %j = 0 to 64 {
//         affine.for %k = 0 to 64 {
//           %a = affine.load %A[%i, %k] : memref<64x64xf32>
//           %b = affine.load %B[%k, %j] : memref<64x64xf32>
//           %c = affine.load %C[%i, %j] : memref<64x64xf32>
//           %p = arith.mulf %a, %b : f32
//           %s = arith.addf %c, %p : f32
//           affine.store %s, %C[%i, %j] : memref<64x64xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// Bounds: constants, a value, maps, the greatest and the least of several; steps; attributes.
#ident = affine_map<(d0) -> (d0)>
#tile = affine_map<(d0)[s0] -> (d0 + 32, s0)>
func.func @bounds(%n: index, %m: index) {
  affine.for %i = -4 to 10 step 3 {
  }
  affine.for %i = 0 to %n step 32 {
    affine.for %ii = #ident(%i) to min #tile(%i)[%n] {
    }
  }
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0 - 2, 0)>(%m)[%n] to affine_map<()[s0] -> (s0 * 2)>()[%m] {
  } {name = "inner", ovolo.keep}
  affine.for %i = max affine_map<()[s0] -> (s0)>()[%n] to min affine_map<(d0) -> (7)>(%m) {
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0)[s0] -> (d0 + 32, s0)>
// #map2 = affine_map<(d0)[s0] -> (d0, s0 - 2, 0)>
// #map3 = affine_map<()[s0] -> (s0 * 2)>
// #map4 = affine_map<(d0) -> (7)>
// module {
//   func.func @bounds(%n: index, %m: index) {
//     affine.for %i = -4 to 10 step 3 {
//     }
//     affine.for %i = 0 to %n step 32 {
//       affine.for %ii = #map(%i) to min #map1(%i)[%n] {
//       }
//     }
//     affine.for %i = max #map2(%m)[%n] to #map3()[%m] {
//     } {name = "inner", ovolo.keep}
//     affine.for %i = %n to #map4(%m) {
//     }
//     return
//   }
// }

// -----
// Loop-carried values.
func.func @reduce(%A: memref<?xf32>, %n: index) -> (f32, index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %sum = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<?xf32>
    %next = arith.addf %acc, %x : f32
    affine.yield %next : f32
  }
  %both:2 = affine.for %i = 0 to %n iter_args(%acc = %sum, %last = %c0) -> (f32, index) {
    affine.yield %acc, %i : f32, index
  }
  %p, %q = affine.for %i = 0 to %n iter_args(%acc = %both#0, %last = %both#1) -> (f32, index) {
    affine.yield %acc, %last : f32, index
  }
  return %p, %q : f32, index
}
// EXPECTED
// module {
//   func.func @reduce(%A: memref<?xf32>, %n: index) -> (f32, index) {
//     %zero = arith.constant 0.000000e+00 : f32
//     %c0 = arith.constant 0 : index
//     %sum = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f32) {
//       %x = affine.load %A[%i] : memref<?xf32>
//       %next = arith.addf %acc, %x : f32
//       affine.yield %next : f32
//     }
//     %both:2 = affine.for %i = 0 to %n iter_args(%acc = %sum, %last = %c0) -> (f32, index) {
//       affine.yield %acc, %i : f32, index
//     }
//     %p, %q = affine.for %i = 0 to %n iter_args(%acc = %both#0, %last = %both#1) -> (f32, index) {
//       affine.yield %acc, %last : f32, index
//     }
//     return %p, %q : f32, index
//   }
// }

// -----
// One result type may stand without brackets.
func.func @one(%x: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> f32 {
    affine.yield %a : f32
  }
  return %r : f32
}
// EXPECTED
// module {
//   func.func @one(%x: f32) -> f32 {
//     %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
//       affine.yield %a : f32
//     }
//     return %r : f32
//   }
// }

// -----
// Conditions: with and without `else`, with results.
#interior = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 - 2 >= 0)>
func.func @conditions(%n: index, %x: f32, %y: f32) {
  affine.for %i = 0 to %n {
    affine.if #interior(%i)[%n] {
      %0 = arith.addf %x, %y : f32
    }
    affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %i) {
      affine.yield
    } else {
      %1 = arith.subf %x, %y : f32
    } {likely}
    %r = affine.if affine_set<(d0) : (d0 mod 2 == 0, 7 >= d0, d0 <= 100)>(%i) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %y : f32
    }
    %s:2 = affine.if affine_set<() : (1 >= 0)>() -> (f32, f32) {
      affine.yield %x, %r : f32, f32
    } else {
      affine.yield %y, %r : f32, f32
    }
  }
  return
}
// EXPECTED
// #set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 2 >= 0)>
// #set1 = affine_set<(d0, d1) : (d0 - d1 == 0)>
// #set2 = affine_set<(d0) : (d0 mod 2 == 0, -d0 + 7 >= 0, -d0 + 100 >= 0)>
// #set3 = affine_set<() : (1 >= 0)>
// module {
//   func.func @conditions(%n: index, %x: f32, %y: f32) {
//     affine.for %i = 0 to %n {
//       affine.if #set(%i)[%n] {
//         %0 = arith.addf %x, %y : f32
//       }
//       affine.if #set1(%i, %i) {
//       } else {
//         %0 = arith.subf %x, %y : f32
//       } {likely}
//       %r = affine.if #set2(%i) -> f32 {
//         affine.yield %x : f32
//       } else {
//         affine.yield %y : f32
//       }
//       %s:2 = affine.if #set3() -> (f32, f32) {
//         affine.yield %x, %r : f32, f32
//       } else {
//         affine.yield %y, %r : f32, f32
//       }
//     }
//     return
//   }
// }

// -----
// Implicit and explicit terminators are the same.
func.func @terminators() {
  affine.for %i = 0 to 1 { affine.yield }
  affine.for %i = 0 to 1 {}
  return
}
// EXPECTED
// module {
//   func.func @terminators() {
//     affine.for %i = 0 to 1 {
//     }
//     affine.for %i = 0 to 1 {
//     }
//     return
//   }
// }

// -----
// not compared: MLIR's custom print drops the attribute.
func.func @terminator_with_attribute() {
  affine.for %i = 0 to 1 { affine.yield {kept} }
  return
}
// EXPECTED
// module {
//   func.func @terminator_with_attribute() {
//     affine.for %i = 0 to 1 {
//       affine.yield {kept}
//     }
//     return
//   }
// }

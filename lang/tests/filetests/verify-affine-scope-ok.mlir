// RUN: parse
func.func @top(%m: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %n, %c1 : index
  affine.for %i = %j to %n {
    %c7 = arith.constant 7 : index
    affine.for %k = %c7 to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%c7] {
      %x = affine.load %m[%i + %k, %j] : memref<?x?xf32>
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// module {
//   func.func @top(%m: memref<?x?xf32>, %n: index) {
//     %c1 = arith.constant 1 : index
//     %j = arith.addi %n, %c1 : index
//     affine.for %i = %j to %n {
//       %c7 = arith.constant 7 : index
//       affine.for %k = %c7 to #map(%i)[%c7] {
//         %x = affine.load %m[%i + %k, %j] : memref<?x?xf32>
//       }
//     }
//     return
//   }
// }

// -----
func.func @applied(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %b = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
    %x = affine.load %m[%b] : memref<?xf32>
    %s = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
    %t = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%s]
    affine.for %j = 0 to %t {
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// #map1 = affine_map<(d0) -> (d0 * 2)>
// #map2 = affine_map<()[s0] -> (s0 + 1)>
// #map3 = affine_map<()[s0] -> (s0 * 2)>
// module {
//   func.func @applied(%m: memref<?xf32>, %n: index) {
//     affine.for %i = 0 to 8 {
//       %a = affine.apply #map(%i)[%n]
//       %b = affine.apply #map1(%a)
//       %x = affine.load %m[%b] : memref<?xf32>
//       %s = affine.apply #map2()[%n]
//       %t = affine.apply #map3()[%s]
//       affine.for %j = 0 to %t {
//       }
//     }
//     return
//   }
// }

// -----
// Extents of arrays at the top, of static ones, and of those whose sizes are symbols.
func.func @extents(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    %d = memref.dim %m, %c0 : memref<?xf32>
    %a = memref.alloc(%n) : memref<?x4xf32>
    %e = memref.dim %a, %c0 : memref<?x4xf32>
    affine.for %j = 0 to %d {
    }
    affine.for %j = 0 to %e {
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @extents(%m: memref<?xf32>, %n: index) {
//     %c0 = arith.constant 0 : index
//     affine.for %i = 0 to 8 {
//       %d = memref.dim %m, %c0 : memref<?xf32>
//       %a = memref.alloc(%n) : memref<?x4xf32>
//       %e = memref.dim %a, %c0 : memref<?x4xf32>
//       affine.for %j = 0 to %d {
//       }
//       affine.for %j = 0 to %e {
//       }
//     }
//     return
//   }
// }

// -----
// A loop's carried value is an argument of its body too.
func.func @carried(%m: memref<8xf32>, %n: index) {
  %r = affine.for %i = 0 to 8 iter_args(%k = %n) -> (index) {
    %x = affine.load %m[%k] : memref<8xf32>
    affine.yield %i : index
  }
  affine.parallel (%p, %q) = (0, 0) to (%r, 8) {
    %x = affine.load %m[%p + %q] : memref<8xf32>
  }
  return
}
// EXPECTED
// module {
//   func.func @carried(%m: memref<8xf32>, %n: index) {
//     %r = affine.for %i = 0 to 8 iter_args(%k = %n) -> (index) {
//       %x = affine.load %m[%k] : memref<8xf32>
//       affine.yield %i : index
//     }
//     affine.parallel (%p, %q) = (0, 0) to (%r, 8) {
//       %x = affine.load %m[%p + %q] : memref<8xf32>
//     }
//     return
//   }
// }

// -----
// A module is a scope of its own.
%i = "some.def"() : () -> index
"some.op"() ({
  %m = "some.def"() : () -> memref<8xf32>
  %x = affine.load %m[%i] : memref<8xf32>
}) : () -> ()
// EXPECTED
// module {
//   %i = "some.def"() : () -> index
//   "some.op"() ({
//     %m = "some.def"() : () -> memref<8xf32>
//     %x = affine.load %m[%i] : memref<8xf32>
//   }) : () -> ()
// }

// RUN: parse
func.func @memory(%n: index, %m: memref<?x8xf32>) {
  %0 = memref.alloc() : memref<4x4xf32>
  %1 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x?xf64>
  %2 = memref.alloca(%n) : memref<?xi32>
  %3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %4 = memref.alloca()[%n, %n] : memref<2xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>>
  memref.dealloc %0 : memref<4x4xf32>
  %c1 = arith.constant 1 : index
  %5 = memref.dim %m, %c1 : memref<?x8xf32>
  %6 = memref.load %m[%n, %c1] : memref<?x8xf32>
  memref.store %6, %m[%c1, %n] : memref<?x8xf32>
  %7 = memref.cast %m : memref<?x8xf32> to memref<4x?xf32>
  %8 = memref.cast %m : memref<?x8xf32> to memref<*xf32>
  memref.copy %m, %7 : memref<?x8xf32> to memref<4x?xf32>
  %9 = memref.load %m[%n, %n] {nontemporal = true} : memref<?x8xf32>
  return
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// #map1 = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>
// module {
//   func.func @memory(%n: index, %m: memref<?x8xf32>) {
//     %0 = memref.alloc() : memref<4x4xf32>
//     %1 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x?xf64>
//     %2 = memref.alloca(%n) : memref<?xi32>
//     %3 = memref.alloc(%n)[%n] : memref<?xf32, #map>
//     %4 = memref.alloca()[%n, %n] : memref<2xf32, #map1>
//     memref.dealloc %0 : memref<4x4xf32>
//     %c1 = arith.constant 1 : index
//     %5 = memref.dim %m, %c1 : memref<?x8xf32>
//     %6 = memref.load %m[%n, %c1] : memref<?x8xf32>
//     memref.store %6, %m[%c1, %n] : memref<?x8xf32>
//     %7 = memref.cast %m : memref<?x8xf32> to memref<4x?xf32>
//     %8 = memref.cast %m : memref<?x8xf32> to memref<*xf32>
//     memref.copy %m, %7 : memref<?x8xf32> to memref<4x?xf32>
//     %9 = memref.load %m[%n, %n] {nontemporal = true} : memref<?x8xf32>
//     return
//   }
// }

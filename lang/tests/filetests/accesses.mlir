// RUN: parse
func.func @subscripts(%A: memref<?x?xf32>, %n: index, %v: vector<8xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %1 = affine.load %A[%i + 3, %j * 2 - 1] : memref<?x?xf32>
      %2 = affine.load %A[%j floordiv 2 + symbol(%n), %i mod 4] : memref<?x?xf32>
      %3 = affine.load %A[%i + %j ceildiv 3, -%i + 10] : memref<?x?xf32>
      %4 = affine.load %A[%i + %i, 0] : memref<?x?xf32>
      %5 = affine.load %A[(%i + %j) * symbol(%n), (%i + 1) floordiv symbol(%n)] {tag} : memref<?x?xf32>
      %6 = affine.load %A[5, %n] : memref<?x?xf32>
      affine.store %0, %A[%j, %i + symbol(%n) * 2] : memref<?x?xf32>
      %7 = affine.vector_load %A[%i, %j * 8] : memref<?x?xf32>, vector<8xf32>
      affine.vector_store %7, %A[%i + 1, %j * 8] : memref<?x?xf32>, vector<8xf32>
      %8 = affine.vector_load %A[%i, %j] : memref<?x?xf32>, vector<2x8xf32>
    }
  }
  %scalar = memref.alloca() : memref<f32>
  %9 = affine.load %scalar[] : memref<f32>
  affine.store %9, %scalar[] : memref<f32>
  return
}
// EXPECTED
// module {
//   func.func @subscripts(%A: memref<?x?xf32>, %n: index, %v: vector<8xf32>) {
//     affine.for %i = 0 to 10 {
//       affine.for %j = 0 to 10 {
//         %1 = affine.load %A[%i, %j] : memref<?x?xf32>
//         %2 = affine.load %A[%i + 3, %j * 2 - 1] : memref<?x?xf32>
//         %3 = affine.load %A[%j floordiv 2 + symbol(%n), %i mod 4] : memref<?x?xf32>
//         %4 = affine.load %A[%i + %j ceildiv 3, -%i + 10] : memref<?x?xf32>
//         %5 = affine.load %A[%i * 2, 0] : memref<?x?xf32>
//         %6 = affine.load %A[(%i + %j) * symbol(%n), (%i + 1) floordiv symbol(%n)] {tag} : memref<?x?xf32>
//         %7 = affine.load %A[5, %n] : memref<?x?xf32>
//         affine.store %1, %A[%j, %i + symbol(%n) * 2] : memref<?x?xf32>
//         %8 = affine.vector_load %A[%i, %j * 8] : memref<?x?xf32>, vector<8xf32>
//         affine.vector_store %8, %A[%i + 1, %j * 8] : memref<?x?xf32>, vector<8xf32>
//         %9 = affine.vector_load %A[%i, %j] : memref<?x?xf32>, vector<2x8xf32>
//       }
//     }
//     %scalar = memref.alloca() : memref<f32>
//     %0 = affine.load %scalar[] : memref<f32>
//     affine.store %0, %scalar[] : memref<f32>
//     return
//   }
// }

// -----
#map = affine_map<(d0, d1)[s0] -> (d0 floordiv 4 + d1 * s0)>
func.func @apply(%n: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply #map(%i, %i)[%n]
    %1 = affine.apply affine_map<(d0) -> (d0 mod 3)>(%0)
    %2 = affine.min affine_map<(d0)[s0] -> (d0, s0, 1000)>(%1)[%n]
    %3 = affine.max affine_map<(d0) -> (d0 * 2, d0 + 5)>(%i) {kept}
    affine.for %j = affine_map<(d0) -> (d0)>(%1) to 100 {
    }
  }
  %4 = affine.apply affine_map<() -> (42)>()
  %5 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%4]
  return
}
// EXPECTED
// #map = affine_map<(d0, d1)[s0] -> (d0 floordiv 4 + d1 * s0)>
// #map1 = affine_map<(d0) -> (d0 mod 3)>
// #map2 = affine_map<(d0)[s0] -> (d0, s0, 1000)>
// #map3 = affine_map<(d0) -> (d0 * 2, d0 + 5)>
// #map4 = affine_map<(d0) -> (d0)>
// #map5 = affine_map<() -> (42)>
// #map6 = affine_map<()[s0] -> (s0 + 1)>
// module {
//   func.func @apply(%n: index) {
//     affine.for %i = 0 to 10 {
//       %2 = affine.apply #map(%i, %i)[%n]
//       %3 = affine.apply #map1(%2)
//       %4 = affine.min #map2(%3)[%n]
//       %5 = affine.max #map3(%i) {kept}
//       affine.for %j = #map4(%3) to 100 {
//       }
//     }
//     %0 = affine.apply #map5()
//     %1 = affine.apply #map6()[%0]
//     return
//   }
// }

// -----
// inexact: operands that repeat or are not used have no inline form; the print accesses the same elements.
func.func @repeated(%A: memref<10x10xf32>) {
  affine.for %i = 0 to 5 {
    %0 = "affine.load"(%A, %i, %i) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<10x10xf32>, index, index) -> f32
    %1 = "affine.load"(%A, %i, %i) <{map = affine_map<(d0, d1) -> (d1, 0)>}> : (memref<10x10xf32>, index, index) -> f32
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0, d1)>
// #map1 = affine_map<(d0, d1) -> (d1, 0)>
// module {
//   func.func @repeated(%A: memref<10x10xf32>) {
//     affine.for %i = 0 to 5 {
//       %0 = "affine.load"(%A, %i, %i) {map = #map} : (memref<10x10xf32>, index, index) -> f32
//       %1 = "affine.load"(%A, %i, %i) {map = #map1} : (memref<10x10xf32>, index, index) -> f32
//     }
//     return
//   }
// }

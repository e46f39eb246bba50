// RUN: parse
func.func @f(%n: index, %m: memref<10x10xf32>) {
  %r = affine.parallel (%i, %j) = (0, max(0, %n)) to (min(%n + 1, symbol(%n)), 10) step (2, 1) reduce ("addf") -> (f32) {
    %0 = affine.load %m[%i, %j] : memref<10x10xf32>
    affine.yield %0 : f32
  }
  affine.parallel (%i) = (0) to (%n) {
    affine.prefetch %m[%i, %i + 1], read, locality<3>, data : memref<10x10xf32>
    affine.prefetch %m[%i, symbol(%n)], write, locality<0>, instr : memref<10x10xf32>
  } {tag}
  affine.parallel () = () to () {
  }
  %a, %b = affine.delinearize_index %n into (%n, %n) : index, index
  return
}
// EXPECTED
// module {
//   func.func @f(%n: index, %m: memref<10x10xf32>) {
//     %r = affine.parallel (%i, %j) = (0, max(0, %n)) to (min(%n + 1, %n), 10) step (2, 1) reduce ("addf") -> (f32) {
//       %0 = affine.load %m[%i, %j] : memref<10x10xf32>
//       affine.yield %0 : f32
//     }
//     affine.parallel (%i) = (0) to (%n) {
//       affine.prefetch %m[%i, %i + 1], read, locality<3>, data : memref<10x10xf32>
//       affine.prefetch %m[%i, symbol(%n)], write, locality<0>, instr : memref<10x10xf32>
//     } {tag}
//     affine.parallel () = () to () {
//     }
//     %a, %b = affine.delinearize_index %n into (%n, %n) : index, index
//     return
//   }
// }

// -----
func.func @dma(%src: memref<64xf32>, %dst: memref<64xf32, 2>, %tag: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.dma_start %src[%i * 8], %dst[0], %tag[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_start %src[%i], %dst[%i + 1], %tag[0], %n, %n, %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  return
}
// EXPECTED
// module {
//   func.func @dma(%src: memref<64xf32>, %dst: memref<64xf32, 2>, %tag: memref<1xi32>, %n: index) {
//     affine.for %i = 0 to 8 {
//       affine.dma_start %src[%i * 8], %dst[0], %tag[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
//       affine.dma_start %src[%i], %dst[%i + 1], %tag[0], %n, %n, %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
//       affine.dma_wait %tag[0], %n : memref<1xi32>
//     }
//     return
//   }
// }

// -----
// not compared:
// Operands in another order than their first use have no subscripts that say so.
func.func @order(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = "affine.load"(%m, %i, %j) {map = affine_map<(d0, d1) -> (d1, d0)>} : (memref<4x4xf32>, index, index) -> f32
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d1, d0)>
// module {
//   func.func @order(%m: memref<4x4xf32>) {
//     affine.for %i = 0 to 4 {
//       affine.for %j = 0 to 4 {
//         %0 = "affine.load"(%m, %i, %j) {map = #map} : (memref<4x4xf32>, index, index) -> f32
//       }
//     }
//     return
//   }
// }

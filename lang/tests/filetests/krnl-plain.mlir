// RUN: plain
func.func @matmul(%A: memref<2x40x60xf32>, %B: memref<60x80xf32>, %C: memref<2x40x80xf32>, %n: index) {
  %f0 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c40 = arith.constant 40 : index
  %c60 = arith.constant 60 : index
  %c80 = arith.constant 80 : index
  %ii, %jj, %kk = krnl.define_loops 3
  %ib, %il = krnl.block %ii 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %kb, %kl = krnl.block %kk 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ib, %il, %jb, %jl, %kb, %kl) [0, 3, 1, 4, 2, 5] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %jb) with (%ii -> %i = 0 to 40, %jj -> %j = 0 to 80, %kk -> %k = 0 to 60) {
    %i1, %j1 = krnl.get_induction_var_value(%ib, %jb) : (!krnl.loop,!krnl.loop) -> (index, index)
    %Cbuff = memref.alloca() : memref<10x8xf32>
    krnl.copy_to_tile_buffer %Cbuff, %C[%n, %i1, %j1], %f0 : memref<10x8xf32>, memref<2x40x80xf32>
    krnl.iterate(%kb) with () {
      %k1 = krnl.get_induction_var_value(%kb) : (!krnl.loop) -> (index)
      %Abuff = memref.alloca() : memref<10x10xf32>
      krnl.copy_to_tile_buffer %Abuff, %A[%n, %i1, %k1], %f0 {padToNext = [10, 10]} : memref<10x10xf32>, memref<2x40x60xf32>
      krnl.matmul %Abuff[%i1, %k1], %B[%c0, %c0], %Cbuff[%i1, %j1], (%il, %jl, %kl), (%i1, %j1, %k1), (%c40, %c80, %c60) : memref<10x10xf32>, memref<60x80xf32>, memref<10x8xf32>, (!krnl.loop,!krnl.loop,!krnl.loop)
    }
    krnl.copy_from_tile_buffer %Cbuff, %C[%n, %i1, %j1] : memref<10x8xf32>, memref<2x40x80xf32>
  }
  return
}
// EXPECTED
// module {
//   func.func @matmul(%A: memref<2x40x60xf32>, %B: memref<60x80xf32>, %C: memref<2x40x80xf32>, %n: index) {
//     %f0 = arith.constant 0.000000e+00 : f32
//     %c0 = arith.constant 0 : index
//     %c40 = arith.constant 40 : index
//     %c60 = arith.constant 60 : index
//     %c80 = arith.constant 80 : index
//     affine.for %i = 0 to 40 {
//       affine.for %j = 0 to 80 {
//         affine.for %k = 0 to 60 {
//           %0 = affine.load %A[symbol(%n), %i, %k] : memref<2x40x60xf32>
//           %1 = affine.load %B[%k, %j] : memref<60x80xf32>
//           %2 = affine.load %C[symbol(%n), %i, %j] : memref<2x40x80xf32>
//           %3 = arith.mulf %0, %1 : f32
//           %4 = arith.addf %2, %3 : f32
//           affine.store %4, %C[symbol(%n), %i, %j] : memref<2x40x80xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// Loops run in the order in which they were defined.
func.func @permuted(%A: memref<16x32xf32>, %x: f32) -> f32 {
  %0 = "krnl.global"() {name = "weights", shape = [2], value = dense<2.0> : tensor<2xf32>} : () -> memref<2xf32>
  %ii, %jj = krnl.define_loops 2
  %jb, %jl = krnl.block %jj 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ii, %jb, %jl) [2, 0, 1] : !krnl.loop, !krnl.loop, !krnl.loop
  krnl.unroll %jl : !krnl.loop
  %c1 = arith.constant 1 : index
  %w = krnl.load %0[%c1] : memref<2xf32>
  krnl.iterate(%jb, %jl, %ii) with (%ii -> %i = 0 to 16, %jj -> %j = 0 to 32) {
    krnl.store %w, %A[%i, %j] : memref<16x32xf32>
  }
  return %w : f32
}
// EXPECTED
// module {
//   memref.global "private" constant @weights : memref<2xf32> = dense<2.000000e+00>
//   func.func @permuted(%A: memref<16x32xf32>, %x: f32) -> f32 {
//     %0 = memref.get_global @weights : memref<2xf32>
//     %c1 = arith.constant 1 : index
//     %1 = affine.load %0[1] : memref<2xf32>
//     affine.for %i = 0 to 16 {
//       affine.for %j = 0 to 32 {
//         affine.store %1, %A[%i, %j] : memref<16x32xf32>
//       }
//     }
//     return %1 : f32
//   }
// }

// -----
// A statement of a block is not one of the loop.
func.func @of_blocks(%A: memref<16xf32>, %x: f32) {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ii -> %i = 0 to 16) {
    %start = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    krnl.store %x, %A[%start] : memref<16xf32>
  }
  return
}
// EXPECTED
// none

// -----
// A buffer that is read by other means stays.
func.func @read(%A: memref<16xf32>, %x: f32) {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %b = memref.alloca() : memref<4xf32>
  krnl.iterate(%ib) with (%ii -> %i = 0 to 16) {
    %start = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    krnl.copy_to_tile_buffer %b, %A[%start], %x : memref<4xf32>, memref<16xf32>
    krnl.iterate(%il) with () {
      %v = krnl.load %b[%i] : memref<4xf32>
      krnl.store %v, %A[%i] : memref<16xf32>
    }
  }
  return
}
// EXPECTED
// none

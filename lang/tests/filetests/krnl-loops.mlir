// RUN: loops
// Blocks end with the loop where their size does not divide it.
func.func @block(%A: memref<10xf32>, %x: f32) {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 10) {
    krnl.store %x, %A[%i] : memref<10xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0) -> (d0 + 4, 10)>
// module {
//   func.func @block(%A: memref<10xf32>, %x: f32) {
//     affine.for %ib = 0 to 10 step 4 {
//       affine.for %i = #map(%ib) to min #map1(%ib) {
//         affine.store %x, %A[%i] : memref<10xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Blocks of blocks, both of the inner and of the outer loop.
func.func @blocks_of_blocks(%A: memref<?xf32>, %n: index, %x: f32) {
  %ii, %jj = krnl.define_loops 2
  %ib, %il = krnl.block %ii 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ilb, %ill = krnl.block %il 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %ilb, %ill) with (%ii -> %i = 0 to %n) {
    krnl.store %x, %A[%i] : memref<?xf32>
  }
  %jb, %jl = krnl.block %jj 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jbb, %jbl = krnl.block %jb 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%jbb, %jbl, %jl) with (%jj -> %j = 0 to %n) {
    krnl.store %x, %A[%j] : memref<?xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// #map2 = affine_map<(d0)[s0] -> (d0 + 2, s0)>
// module {
//   func.func @blocks_of_blocks(%A: memref<?xf32>, %n: index, %x: f32) {
//     affine.for %ib = 0 to %n step 8 {
//       affine.for %ilb = #map(%ib) to min #map1(%ib)[%n] step 2 {
//         affine.for %i = #map(%ilb) to min #map2(%ilb)[%n] {
//           affine.store %x, %A[%i] : memref<?xf32>
//         }
//       }
//     }
//     affine.for %jbb = 0 to %n step 8 {
//       affine.for %jbl = #map(%jbb) to min #map1(%jbb)[%n] step 2 {
//         affine.for %j = #map(%jbl) to min #map2(%jbl)[%n] {
//           affine.store %x, %A[%j] : memref<?xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// The schedule orders the loops, whatever order they are named in.
func.func @permute(%A: memref<10x20x30xf32>, %x: f32) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.permute(%ii, %jj, %kk) [1, 2, 0] : !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%ii, %jj, %kk) with (%ii -> %i = 0 to 10, %jj -> %j = 0 to 20, %kk -> %k = 0 to 30) {
    krnl.store %x, %A[%i, %j, %k] : memref<10x20x30xf32>
  }
  return
}
// EXPECTED
// module {
//   func.func @permute(%A: memref<10x20x30xf32>, %x: f32) {
//     affine.for %k = 0 to 30 {
//       affine.for %i = 0 to 10 {
//         affine.for %j = 0 to 20 {
//           affine.store %x, %A[%i, %j, %k] : memref<10x20x30xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
func.func @tiles(%A: memref<1024x2048x4096xf32>, %x: f32) {
  %ii, %jj, %kk = krnl.define_loops 3
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %kb, %kl = krnl.block %kk 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ib, %il, %jb, %jl, %kb, %kl) [0, 3, 1, 4, 2, 5] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %il, %jb, %jl, %kb, %kl) with (%ii -> %i = 0 to 1024, %jj -> %j = 0 to 2048, %kk -> %k = 0 to 4096) {
    krnl.store %x, %A[%i, %j, %k] : memref<1024x2048x4096xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0) -> (d0 + 4)>
// module {
//   func.func @tiles(%A: memref<1024x2048x4096xf32>, %x: f32) {
//     affine.for %ib = 0 to 1024 step 4 {
//       affine.for %jb = 0 to 2048 step 4 {
//         affine.for %kb = 0 to 4096 step 4 {
//           affine.for %i = #map(%ib) to #map1(%ib) {
//             affine.for %j = #map(%jb) to #map1(%jb) {
//               affine.for %k = #map(%kb) to #map1(%kb) {
//                 affine.store %x, %A[%i, %j, %k] : memref<1024x2048x4096xf32>
//               }
//             }
//           }
//         }
//       }
//     }
//     return
//   }
// }

// -----
// What stands between the loops stays there; the loop over the blocks alone is one that steps.
func.func @imperfect(%A: memref<64xf32>, %x: f32) {
  %ii, %jj = krnl.define_loops 2
  %ib, %il = krnl.block %ii 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ii -> %i = 0 to 64) {
    %start = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    %buffer = memref.alloca() : memref<16xf32>
    krnl.iterate(%il) with () {
      %v = krnl.load %A[%i] : memref<64xf32>
      %w = arith.addf %v, %x : f32
      krnl.store %w, %A[%i] : memref<64xf32>
    }
    krnl.store %x, %buffer[%start] : memref<16xf32>
    krnl.iterate(%il) with () {
      krnl.store %x, %A[%i] : memref<64xf32>
    }
  }
  krnl.iterate(%jb) with (%jj -> %j = 0 to 64) {
    %start = krnl.get_induction_var_value(%jb) : (!krnl.loop) -> index
    krnl.store %x, %A[%start] : memref<64xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0) -> (d0 + 16)>
// module {
//   func.func @imperfect(%A: memref<64xf32>, %x: f32) {
//     affine.for %ib = 0 to 64 step 16 {
//       %buffer = memref.alloca() : memref<16xf32>
//       affine.for %i = #map(%ib) to #map1(%ib) {
//         %0 = affine.load %A[%i] : memref<64xf32>
//         %w = arith.addf %0, %x : f32
//         affine.store %w, %A[%i] : memref<64xf32>
//       }
//       affine.store %x, %buffer[%ib] : memref<16xf32>
//       affine.for %i = #map(%ib) to #map1(%ib) {
//         affine.store %x, %A[%i] : memref<64xf32>
//       }
//     }
//     affine.for %jb = 0 to 64 step 4 {
//       affine.store %x, %A[%jb] : memref<64xf32>
//     }
//     return
//   }
// }

// -----
func.func @carried(%A: memref<8x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %ii:2 = krnl.define_loops 2
  %0 = krnl.iterate(%ii#0, %ii#1) with (%ii#0 -> %i = 0 to 8, %ii#1 -> %j = 0 to 8) iter_args(%s = %zero) -> (f32) {
    %x = krnl.load %A[%i, %j] : memref<8x8xf32>
    %t = arith.addf %s, %x : f32
    krnl.yield %t : f32
  }
  %1 = krnl.iterate() with () iter_args(%s = %0) -> (f32) {
    %t = arith.addf %s, %s : f32
    krnl.yield %t : f32
  }
  return %1 : f32
}
// EXPECTED
// module {
//   func.func @carried(%A: memref<8x8xf32>) -> f32 {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = affine.for %i = 0 to 8 iter_args(%arg0 = %zero) -> (f32) {
//       %1 = affine.for %j = 0 to 8 iter_args(%arg1 = %arg0) -> (f32) {
//         %2 = affine.load %A[%i, %j] : memref<8x8xf32>
//         %t_0 = arith.addf %arg1, %2 : f32
//         affine.yield %t_0 : f32
//       }
//       affine.yield %1 : f32
//     }
//     %t = arith.addf %0, %0 : f32
//     return %t : f32
//   }
// }

// -----
// Unrolled loops are written out; one that ends at different places is not.
func.func @unrolled(%A: memref<16xf32>, %B: memref<10xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %ii, %jj = krnl.define_loops 2
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.unroll %il : !krnl.loop
  krnl.unroll %jl : !krnl.loop
  %0 = krnl.iterate(%ib) with (%ii -> %i = 0 to 16) iter_args(%s = %zero) -> (f32) {
    %1 = krnl.iterate(%il) with () iter_args(%t = %s) -> (f32) {
      %x = krnl.load %A[%i] : memref<16xf32>
      %u = arith.addf %t, %x : f32
      krnl.yield %u : f32
    }
    krnl.yield %1 : f32
  }
  krnl.iterate(%jb, %jl) with (%jj -> %j = 0 to 10) {
    krnl.store %0, %B[%j] : memref<10xf32>
  }
  return %0 : f32
}
// EXPECTED
// #map = affine_map<(d0) -> (d0 + 1)>
// #map1 = affine_map<(d0) -> (d0 + 2)>
// #map2 = affine_map<(d0) -> (d0 + 3)>
// #map3 = affine_map<(d0) -> (d0)>
// #map4 = affine_map<(d0) -> (d0 + 4, 10)>
// module {
//   func.func @unrolled(%A: memref<16xf32>, %B: memref<10xf32>) -> f32 {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = affine.for %ib = 0 to 16 step 4 iter_args(%arg0 = %zero) -> (f32) {
//       %1 = affine.load %A[%ib] : memref<16xf32>
//       %u = arith.addf %arg0, %1 : f32
//       %2 = affine.apply #map(%ib)
//       %3 = affine.load %A[%2] : memref<16xf32>
//       %u_0 = arith.addf %u, %3 : f32
//       %4 = affine.apply #map1(%ib)
//       %5 = affine.load %A[%4] : memref<16xf32>
//       %u_1 = arith.addf %u_0, %5 : f32
//       %6 = affine.apply #map2(%ib)
//       %7 = affine.load %A[%6] : memref<16xf32>
//       %u_2 = arith.addf %u_1, %7 : f32
//       affine.yield %u_2 : f32
//     }
//     affine.for %jb = 0 to 10 step 4 {
//       affine.for %j = #map3(%jb) to min #map4(%jb) {
//         affine.store %0, %B[%j] : memref<10xf32>
//       }
//     }
//     return %0 : f32
//   }
// }

// -----
func.func @parallel(%A: memref<10xf32>, %x: f32, %threads: i32) {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.parallel(%ib, %il), num_threads(%threads) : !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 10) {
    krnl.parallel_clause(%i), num_threads(%threads) {proc_bind = "spread"} : index
    krnl.store %x, %A[%i] : memref<10xf32>
  }
  return
}
// EXPECTED
// module {
//   func.func @parallel(%A: memref<10xf32>, %x: f32, %threads: i32) {
//     affine.parallel (%ib) = (0) to (10) step (4) {
//       affine.parallel (%i) = (%ib) to (min(%ib + 4, 10)) {
//         affine.store %x, %A[%i] : memref<10xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Bounds of several expressions, and bounds and subscripts that no affine loop has.
func.func @bounds(%A: memref<?xindex>, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.iterate(%ii) with (%ii -> %i = %m to min affine_map<(d0)[s0] -> (d0 + 10, s0)>(%n)[%m]) {
    krnl.iterate(%jj) with (%jj -> %j = max affine_map<(d0) -> (d0, 1)>(%i) to %i) {
      %end = krnl.load %A[%j] : memref<?xindex>
      %kb, %kl = krnl.block %kk 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
      krnl.iterate(%kb, %kl) with (%kk -> %k = 0 to %end) {
        %next = arith.addi %k, %c1 : index
        krnl.store %k, %A[%next] : memref<?xindex>
        krnl.store %k, %A[%c1] : memref<?xindex>
      }
    }
  }
  return
}
// EXPECTED
// #map = affine_map<()[s0, s1] -> (s0 + 10, s1)>
// #map1 = affine_map<(d0) -> (d0, 1)>
// #map2 = affine_map<(d0) -> (d0)>
// #map3 = affine_map<(d0, d1) -> (d1 + 4, d0)>
// module {
//   func.func @bounds(%A: memref<?xindex>, %n: index, %m: index) {
//     %c1 = arith.constant 1 : index
//     affine.for %i = %m to min #map()[%n, %m] {
//       affine.for %j = max #map1(%i) to #map2(%i) {
//         %0 = affine.load %A[%j] : memref<?xindex>
//         %1 = arith.constant 0 : index
//         %2 = arith.constant 4 : index
//         scf.for %kb = %1 to %0 step %2 {
//           %3 = affine.min #map3(%0, %kb)
//           %4 = arith.constant 1 : index
//           scf.for %k = %kb to %3 step %4 {
//             %next = arith.addi %k, %c1 : index
//             memref.store %k, %A[%next] : memref<?xindex>
//             affine.store %k, %A[1] : memref<?xindex>
//           }
//         }
//       }
//     }
//     return
//   }
// }

// -----
func.func @filled(%A: memref<?x4xf32>, %B: memref<f32>, %C: memref<4x8xf32>, %D: memref<2x16xf32>, %x: f32, %n: i64, %o: index) {
  %c16 = arith.constant 16 : i64
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  krnl.memset %A, %x : memref<?x4xf32>
  krnl.memset %B, %x {delayed = true} : memref<f32>
  "krnl.memcpy"(%C, %D, %c16, %c0, %c2) : (memref<4x8xf32>, memref<2x16xf32>, i64, index, index) -> ()
  "krnl.memcpy"(%C, %A, %n, %o, %c0) : (memref<4x8xf32>, memref<?x4xf32>, i64, index, index) -> ()
  return
}
// EXPECTED
// module {
//   func.func @filled(%A: memref<?x4xf32>, %B: memref<f32>, %C: memref<4x8xf32>, %D: memref<2x16xf32>, %x: f32, %n: i64, %o: index) {
//     %c16 = arith.constant 16 : i64
//     %c0 = arith.constant 0 : index
//     %c2 = arith.constant 2 : index
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %A, %0 : memref<?x4xf32>
//     affine.for %arg0 = 0 to %1 {
//       affine.for %arg1 = 0 to 4 {
//         affine.store %x, %A[%arg0, %arg1] : memref<?x4xf32>
//       }
//     }
//     affine.store %x, %B[] : memref<f32>
//     %2 = arith.constant 16 : index
//     affine.for %arg0 = 0 to 16 {
//       %4 = affine.load %D[(%arg0 + 2) floordiv 16, (%arg0 + 2) mod 16] : memref<2x16xf32>
//       affine.store %4, %C[%arg0 floordiv 8, %arg0 mod 8] : memref<4x8xf32>
//     }
//     %3 = arith.index_cast %n : i64 to index
//     affine.for %arg0 = 0 to %3 {
//       %4 = affine.load %A[%arg0 floordiv 4, %arg0 mod 4] : memref<?x4xf32>
//       affine.store %4, %C[(%arg0 + symbol(%o)) floordiv 8, (%arg0 + symbol(%o)) mod 8] : memref<4x8xf32>
//     }
//     return
//   }
// }

// -----
// Tiles that start anywhere, at multiples of their size, and at known places.
func.func @copies(%A: memref<10x20xf32>, %B: memref<3x10x20xf32>, %p: index, %q: index, %x: f32) {
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<4x8xf32>
  krnl.copy_to_tile_buffer %b, %A[%p, %q], %x : memref<4x8xf32>, memref<10x20xf32>
  krnl.copy_from_tile_buffer %b, %A[%c8, %c8] : memref<4x8xf32>, memref<10x20xf32>
  krnl.copy_from_tile_buffer %b, %B[%c1, %p, %c8] {tileSize = [2, 5]} : memref<4x8xf32>, memref<3x10x20xf32>
  krnl.copy_to_tile_buffer %b, %B[%c1, %c8, %p], %x {transpose = true} : memref<4x8xf32>, memref<3x10x20xf32>
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %s = memref.alloca() : memref<5x8xf32>
  krnl.iterate(%ib) with (%ii -> %i = 0 to 10) {
    %start = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    krnl.copy_to_tile_buffer %s, %A[%start, %c8], %x : memref<5x8xf32>, memref<10x20xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<()[s0] -> (-s0 + 10, 4)>
// #map1 = affine_map<()[s0] -> (-s0 + 20, 8)>
// module {
//   func.func @copies(%A: memref<10x20xf32>, %B: memref<3x10x20xf32>, %p: index, %q: index, %x: f32) {
//     %c8 = arith.constant 8 : index
//     %c1 = arith.constant 1 : index
//     %b = memref.alloca() : memref<4x8xf32>
//     affine.for %arg0 = 0 to min #map()[%p] {
//       affine.for %arg1 = 0 to min #map1()[%q] {
//         %0 = affine.load %A[%arg0 + symbol(%p), %arg1 + symbol(%q)] : memref<10x20xf32>
//         affine.store %0, %b[%arg0, %arg1] : memref<4x8xf32>
//       }
//     }
//     affine.for %arg0 = 0 to 2 {
//       affine.for %arg1 = 0 to 8 {
//         %0 = affine.load %b[%arg0, %arg1] : memref<4x8xf32>
//         affine.store %0, %A[%arg0 + 8, %arg1 + 8] : memref<10x20xf32>
//       }
//     }
//     affine.for %arg0 = 0 to 2 {
//       affine.for %arg1 = 0 to 5 {
//         %0 = affine.load %b[%arg0, %arg1] : memref<4x8xf32>
//         affine.store %0, %B[1, %arg0 + symbol(%p), %arg1 + 8] : memref<3x10x20xf32>
//       }
//     }
//     affine.for %arg0 = 0 to 4 {
//       affine.for %arg1 = 0 to 2 {
//         %0 = affine.load %B[1, %arg1 + 8, %arg0 + symbol(%p)] : memref<3x10x20xf32>
//         affine.store %0, %b[%arg0, %arg1] : memref<4x8xf32>
//       }
//     }
//     %s = memref.alloca() : memref<5x8xf32>
//     affine.for %ib = 0 to 10 step 5 {
//       affine.for %arg0 = 0 to 5 {
//         affine.for %arg1 = 0 to 8 {
//           %0 = affine.load %A[%ib + %arg0, %arg1 + 8] : memref<10x20xf32>
//           affine.store %0, %s[%arg0, %arg1] : memref<5x8xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// Padding fills up to the next multiple, inside of the buffer.
func.func @padded(%A: memref<10x20xf32>, %p: index, %q: index, %x: f32) {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloca() : memref<4x6xf32>
  krnl.copy_to_tile_buffer %b, %A[%c8, %c16], %x {padToNext = [4, 6]} : memref<4x6xf32>, memref<10x20xf32>
  krnl.copy_to_tile_buffer %b, %A[%c8, %c16], %x {padToNext = [1, 4]} : memref<4x6xf32>, memref<10x20xf32>
  krnl.copy_to_tile_buffer %b, %A[%p, %q], %x {padToNext = [1, 4], tileSize = [4, 5]} : memref<4x6xf32>, memref<10x20xf32>
  return
}
// EXPECTED
// #map = affine_map<()[s0] -> (-s0 + 10, 4)>
// module {
//   func.func @padded(%A: memref<10x20xf32>, %p: index, %q: index, %x: f32) {
//     %c8 = arith.constant 8 : index
//     %c16 = arith.constant 16 : index
//     %b = memref.alloca() : memref<4x6xf32>
//     affine.for %arg0 = 0 to 2 {
//       affine.for %arg1 = 0 to 4 {
//         %0 = affine.load %A[%arg0 + 8, %arg1 + 16] : memref<10x20xf32>
//         affine.store %0, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//       affine.for %arg1 = 4 to 6 {
//         affine.store %x, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//     }
//     affine.for %arg0 = 2 to 4 {
//       affine.for %arg1 = 0 to 6 {
//         affine.store %x, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//     }
//     affine.for %arg0 = 0 to 2 {
//       affine.for %arg1 = 0 to 4 {
//         %0 = affine.load %A[%arg0 + 8, %arg1 + 16] : memref<10x20xf32>
//         affine.store %0, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//     }
//     affine.for %arg0 = 0 to min #map()[%p] {
//       affine.for %arg1 = 0 to 5 {
//         %0 = affine.load %A[%arg0 + symbol(%p), %arg1 + symbol(%q)] : memref<10x20xf32>
//         affine.store %0, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//       affine.for %arg1 = 5 to 6 {
//         affine.store %x, %b[%arg0, %arg1] : memref<4x6xf32>
//       }
//     }
//     return
//   }
// }

// -----
func.func @product(%A: memref<2x40x60xf32>, %B: memref<60x?xf32>, %C: memref<2x40x?xi32>, %D: memref<4x?xi32>, %i: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c40 = arith.constant 40 : index
  %c60 = arith.constant 60 : index
  %f = memref.alloca() : memref<2x40x80xf32>
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%i, %c0, %c0], %B[%c0, %c0], %f[%i, %c0, %c0], (%ii, %jj, %kk), (%c0, %c0, %c0), (%c40, %m, %c60) : memref<2x40x60xf32>, memref<60x?xf32>, memref<2x40x80xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// #map = affine_map<()[s0] -> (s0, 80)>
// module {
//   func.func @product(%A: memref<2x40x60xf32>, %B: memref<60x?xf32>, %C: memref<2x40x?xi32>, %D: memref<4x?xi32>, %i: index, %m: index) {
//     %c0 = arith.constant 0 : index
//     %c40 = arith.constant 40 : index
//     %c60 = arith.constant 60 : index
//     %f = memref.alloca() : memref<2x40x80xf32>
//     affine.for %arg0 = 0 to 40 {
//       affine.for %arg1 = 0 to min #map()[%m] {
//         affine.for %arg2 = 0 to 60 {
//           %0 = affine.load %A[symbol(%i), %arg0, %arg2] : memref<2x40x60xf32>
//           %1 = affine.load %B[%arg2, %arg1] : memref<60x?xf32>
//           %2 = affine.load %f[symbol(%i), %arg0, %arg1] : memref<2x40x80xf32>
//           %3 = arith.mulf %0, %1 : f32
//           %4 = arith.addf %2, %3 : f32
//           affine.store %4, %f[symbol(%i), %arg0, %arg1] : memref<2x40x80xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
func.func @places(%A: memref<?x128xf32>, %B: memref<4x?x?xf32>, %pool: memref<256xi8>, %offset: i64, %i: index) -> (index, index, memref<8xf32>) {
  %0 = krnl.get_linear_offset_index %A at [%i + 1, 5] : memref<?x128xf32>
  %1 = krnl.get_linear_offset_index %B at [%i, 1, 2] : memref<4x?x?xf32>
  krnl.prefetch %A[%i, %i * 2], read, locality<3>, data : memref<?x128xf32>
  %2 = "krnl.getref"(%pool, %offset) : (memref<256xi8>, i64) -> memref<8xf32>
  return %0, %1, %2 : index, index, memref<8xf32>
}
// EXPECTED
// #map = affine_map<()[s0] -> (s0 * 128 + 133)>
// #map1 = affine_map<()[s0] -> (s0 + 1)>
// #map2 = affine_map<()[s0] -> (s0 + 2)>
// module {
//   func.func @places(%A: memref<?x128xf32>, %B: memref<4x?x?xf32>, %pool: memref<256xi8>, %offset: i64, %i: index) -> (index, index, memref<8xf32>) {
//     %0 = affine.apply #map()[%i]
//     %1 = arith.constant 1 : index
//     %2 = memref.dim %B, %1 : memref<4x?x?xf32>
//     %3 = arith.muli %i, %2 : index
//     %4 = arith.constant 2 : index
//     %5 = memref.dim %B, %4 : memref<4x?x?xf32>
//     %6 = affine.apply #map1()[%3]
//     %7 = arith.muli %6, %5 : index
//     %8 = affine.apply #map2()[%7]
//     affine.prefetch %A[symbol(%i), symbol(%i) * 2], read, locality<3>, data : memref<?x128xf32>
//     %9 = arith.index_cast %offset : i64 to index
//     %10 = memref.view %pool[%9][] : memref<256xi8> to memref<8xf32>
//     return %0, %8, %10 : index, index, memref<8xf32>
//   }
// }

// -----
// Offsets in memory over which a map spreads the elements.
#tiled = affine_map<(d0, d1, d2) -> (d0, d1 floordiv 64, d2 floordiv 32, d2 mod 32, d1 mod 64)>
#open = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#before = affine_map<(d0) -> (d0 - 1, d0)>
func.func @spread(%A: memref<?x128x256xf32, #tiled>, %B: memref<10x?xf32, #open>, %C: memref<8xf32, #before>, %i: index) -> (index, index, index) {
  %0 = krnl.get_linear_offset_index %A at [%i, 5, 10] : memref<?x128x256xf32, #tiled>
  %1 = krnl.get_linear_offset_index %B at [%i, 9] : memref<10x?xf32, #open>
  // A map that may give less than zero is no layout of a buffer.
  %2 = krnl.get_linear_offset_index %C at [%i] : memref<8xf32, #before>
  return %0, %1, %2 : index, index, index
}
// EXPECTED
// #map = affine_map<(d0, d1, d2) -> (d0, d1 floordiv 64, d2 floordiv 32, d2 mod 32, d1 mod 64)>
// #map1 = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
// #map2 = affine_map<(d0) -> (d0 - 1, d0)>
// #map3 = affine_map<()[s0] -> (s0 * 32768 + 645)>
// #map4 = affine_map<()[s0] -> (s0 floordiv 4)>
// #map5 = affine_map<()[s0] -> ((s0 + 7) floordiv 8)>
// #map6 = affine_map<()[s0, s1] -> (s0 * 8 + s1 * 32 - (s0 floordiv 4) * 32 + 33)>
// module {
//   func.func @spread(%A: memref<?x128x256xf32, #map>, %B: memref<10x?xf32, #map1>, %C: memref<8xf32, #map2>, %i: index) -> (index, index, index) {
//     %0 = affine.apply #map3()[%i]
//     %1 = arith.constant 1 : index
//     %2 = memref.dim %B, %1 : memref<10x?xf32, #map1>
//     %3 = affine.apply #map4()[%i]
//     %4 = affine.apply #map5()[%2]
//     %5 = arith.muli %3, %4 : index
//     %6 = affine.apply #map6()[%i, %5]
//     %7 = krnl.get_linear_offset_index %C at [%i] : memref<8xf32, #map2>
//     return %0, %6, %7 : index, index, index
//   }
// }

// -----
// The name of a constant is that of its global, or begins with it.
func.func @constant(%i: index) -> f32 {
  %0 = "krnl.global"() {name = "constant", alignment = 64 : i64, shape = [3], value = dense<[0.0, 0.5, 1.0]> : tensor<3xf32>} : () -> memref<3xf32>
  %1 = "krnl.global"() {name = "weights", shape = [2], value = dense<2.0> : tensor<2xf32>} : () -> memref<2xf32>
  %2 = krnl.load %0[%i] : memref<3xf32>
  %3 = krnl.load %1[%i] : memref<2xf32>
  %4 = arith.addf %2, %3 : f32
  return %4 : f32
}
// EXPECTED
// module {
//   memref.global "private" constant @constant_1 : memref<3xf32> = dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> {alignment = 64 : i64}
//   memref.global "private" constant @weights : memref<2xf32> = dense<2.000000e+00>
//   func.func @constant(%i: index) -> f32 {
//     %0 = memref.get_global @constant_1 : memref<3xf32>
//     %1 = memref.get_global @weights : memref<2xf32>
//     %2 = affine.load %0[symbol(%i)] : memref<3xf32>
//     %3 = affine.load %1[symbol(%i)] : memref<2xf32>
//     %4 = arith.addf %2, %3 : f32
//     return %4 : f32
//   }
// }

// -----
func.func @regions(%A: memref<8xf32>, %n: index, %x: f32) {
  %ii, %jj = krnl.define_loops 2
  "krnl.region"() ({
    krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
      krnl.movable {
        %y = arith.addf %x, %x : f32
        krnl.store %y, %A[%i] : memref<8xf32>
      }
    }
  }) : () -> ()
  %c = arith.cmpi sgt, %n, %n : index
  scf.if %c {
    krnl.iterate(%jj) with (%jj -> %j = 0 to %n) {
      krnl.store %x, %A[%j] : memref<8xf32>
    }
  }
  return
}
// EXPECTED
// #set = affine_set<()[s0] : (s0 - (s0 + 1) >= 0)>
// module {
//   func.func @regions(%A: memref<8xf32>, %n: index, %x: f32) {
//     %y = arith.addf %x, %x : f32
//     affine.for %i = 0 to 8 {
//       affine.store %y, %A[%i] : memref<8xf32>
//     }
//     affine.if #set()[%n] {
//       affine.for %j = 0 to %n {
//         affine.store %x, %A[%j] : memref<8xf32>
//       }
//     }
//     return
//   }
// }

// -----
func.func @functions(%x: f32, %v: vector<8xf32>) -> (f32, i1, i1, vector<8xf32>) {
  %0 = "krnl.erf"(%x) : (f32) -> f32
  %1 = "krnl.isinf"(%0) : (f32) -> i1
  %2 = "krnl.isnan"(%x) : (f32) -> i1
  %3 = "krnl.round_even"(%v) : (vector<8xf32>) -> vector<8xf32>
  %4 = "krnl.acos"(%x) : (f32) -> f32
  %5 = "krnl.acosh"(%4) : (f32) -> f32
  %6 = "krnl.asin"(%5) : (f32) -> f32
  %7 = "krnl.asinh"(%6) : (f32) -> f32
  %8 = "krnl.atan"(%7) : (f32) -> f32
  %9 = "krnl.atanh"(%8) : (f32) -> f32
  %10 = "krnl.tan"(%9) : (f32) -> f32
  return %10, %1, %2, %3 : f32, i1, i1, vector<8xf32>
}
// EXPECTED
// module {
//   func.func @functions(%x: f32, %v: vector<8xf32>) -> (f32, i1, i1, vector<8xf32>) {
//     %0 = math.erf %x : f32
//     %1 = math.absf %0 : f32
//     %2 = arith.constant 0x7F800000 : f32
//     %3 = arith.cmpf oeq, %1, %2 : f32
//     %4 = arith.cmpf uno, %x, %x : f32
//     %5 = math.roundeven %v : vector<8xf32>
//     %6 = math.acos %x : f32
//     %7 = math.acosh %6 : f32
//     %8 = math.asin %7 : f32
//     %9 = math.asinh %8 : f32
//     %10 = math.atan %9 : f32
//     %11 = math.atanh %10 : f32
//     %12 = math.tan %11 : f32
//     return %12, %3, %4, %5 : f32, i1, i1, vector<8xf32>
//   }
// }

// -----
// What needs the runtime of onnx-mlir stays, and so does all around a kernel that nobody knows.
func.func @runtime(%A: memref<8xf32>, %x: f32) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    "krnl.print"(%x) {format = "%f"} : (f32) -> ()
    "krnl.call"(%A) {funcName = "f", numOfOutput = 1 : si64} : (memref<8xf32>) -> ()
  }
  return
}
func.func @kernel() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ilb, %ill = krnl.block %il 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %ilb) with (%ii -> %i = 0 to 8) {
    krnl.specialized_kernel(%ill) : !krnl.loop
  }
  return
}
// EXPECTED
// module {
//   func.func @runtime(%A: memref<8xf32>, %x: f32) {
//     affine.for %i = 0 to 8 {
//       "krnl.print"(%x) {format = "%f"} : (f32) -> ()
//       "krnl.call"(%A) {funcName = "f", numOfOutput = 1 : si64} : (memref<8xf32>) -> ()
//     }
//     return
//   }
//   func.func @kernel() {
//     %ii = krnl.define_loops 1
//     %ib, %il = krnl.block %ii 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %ilb, %ill = krnl.block %il 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.iterate(%ib, %ilb) with (%ii -> %i = 0 to 8) {
//       krnl.specialized_kernel(%ill) : !krnl.loop
//     }
//     return
//   }
// }

// -----
// A condition on expressions of indices is affine; one on data, one that is unsigned, and one that says `or`, are not.
func.func @conditions(%A: memref<10xf32>, %x: f32, %n: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 10) {
    %left = affine.apply affine_map<(d0, d1) -> (d0 - d1 + 3)>(%i, %n)
    %low = arith.cmpi sge, %left, %c0 : index
    %high = arith.cmpi slt, %i, %c7 : index
    %both = arith.andi %low, %high : i1
    %r = scf.if %both -> (f32) {
      krnl.store %x, %A[%i] : memref<10xf32>
      scf.yield %x : f32
    } else {
      %y = arith.negf %x : f32
      scf.yield %y : f32
    }
    scf.if %b {
      krnl.store %r, %A[%i] : memref<10xf32>
    }
    %unsigned = arith.cmpi ult, %i, %c7 : index
    scf.if %unsigned {
      krnl.store %r, %A[%i] : memref<10xf32>
    }
    %either = arith.ori %low, %high : i1
    scf.if %either {
      krnl.store %r, %A[%i] : memref<10xf32>
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0 - d1 + 3)>
// #set = affine_set<(d0)[s0] : (d0 - s0 + 3 >= 0, -(d0 + 1) + 7 >= 0)>
// module {
//   func.func @conditions(%A: memref<10xf32>, %x: f32, %n: index, %b: i1) {
//     %c0 = arith.constant 0 : index
//     %c7 = arith.constant 7 : index
//     affine.for %i = 0 to 10 {
//       %left = affine.apply #map(%i, %n)
//       %low = arith.cmpi sge, %left, %c0 : index
//       %high = arith.cmpi slt, %i, %c7 : index
//       %0 = affine.if #set(%i)[%n] -> f32 {
//         affine.store %x, %A[%i] : memref<10xf32>
//         affine.yield %x : f32
//       } else {
//         %y = arith.negf %x : f32
//         affine.yield %y : f32
//       }
//       scf.if %b {
//         affine.store %0, %A[%i] : memref<10xf32>
//       }
//       %unsigned = arith.cmpi ult, %i, %c7 : index
//       scf.if %unsigned {
//         affine.store %0, %A[%i] : memref<10xf32>
//       }
//       %either = arith.ori %low, %high : i1
//       scf.if %either {
//         affine.store %0, %A[%i] : memref<10xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Copies start at multiples of the size: of a start of which no loop says anything that is taken from the dialect, where the size
// divides the extent. What a loop goes through may be no multiple.
func.func @promised(%A: memref<40x60xf32>, %B: memref<39x60xf32>, %p: index, %q: index, %x: f32) {
  %T = memref.alloca() : memref<4x6xf32>
  krnl.copy_to_tile_buffer %T, %A[%p, %q], %x : memref<4x6xf32>, memref<40x60xf32>
  krnl.copy_from_tile_buffer %T, %B[%p, %q] : memref<4x6xf32>, memref<39x60xf32>
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 37) {
    krnl.copy_from_tile_buffer %T, %A[%i, %q] : memref<4x6xf32>, memref<40x60xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<()[s0] -> (-s0 + 39, 4)>
// #map1 = affine_map<(d0) -> (-d0 + 40, 4)>
// module {
//   func.func @promised(%A: memref<40x60xf32>, %B: memref<39x60xf32>, %p: index, %q: index, %x: f32) {
//     %T = memref.alloca() : memref<4x6xf32>
//     affine.for %arg0 = 0 to 4 {
//       affine.for %arg1 = 0 to 6 {
//         %0 = affine.load %A[%arg0 + symbol(%p), %arg1 + symbol(%q)] : memref<40x60xf32>
//         affine.store %0, %T[%arg0, %arg1] : memref<4x6xf32>
//       }
//     }
//     affine.for %arg0 = 0 to min #map()[%p] {
//       affine.for %arg1 = 0 to 6 {
//         %0 = affine.load %T[%arg0, %arg1] : memref<4x6xf32>
//         affine.store %0, %B[%arg0 + symbol(%p), %arg1 + symbol(%q)] : memref<39x60xf32>
//       }
//     }
//     affine.for %i = 0 to 37 {
//       affine.for %arg0 = 0 to min #map1(%i) {
//         affine.for %arg1 = 0 to 6 {
//           %0 = affine.load %T[%arg0, %arg1] : memref<4x6xf32>
//           affine.store %0, %A[%i + %arg0, %arg1 + symbol(%q)] : memref<40x60xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// What each iteration computes alike stands before the loops; not what may not be run where no iteration is.
func.func @hoisted(%A: memref<?xf32>, %B: memref<?xindex>, %n: index, %x: f32) {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%ii) with (%ii -> %i = 0 to %n) {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : memref<?xf32>
    %e = arith.addi %d, %n : index
    %q = arith.divsi %e, %n : index
    krnl.iterate(%jj) with (%jj -> %j = 0 to %d) {
      %r = arith.addi %q, %i : index
      %y = arith.mulf %x, %x : f32
      krnl.store %y, %A[%j] : memref<?xf32>
      krnl.store %r, %B[%j] : memref<?xindex>
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @hoisted(%A: memref<?xf32>, %B: memref<?xindex>, %n: index, %x: f32) {
//     %c0 = arith.constant 0 : index
//     %d = memref.dim %A, %c0 : memref<?xf32>
//     %e = arith.addi %d, %n : index
//     %y = arith.mulf %x, %x : f32
//     affine.for %i = 0 to %n {
//       %q = arith.divsi %e, %n : index
//       %r = arith.addi %q, %i : index
//       affine.for %j = 0 to %d {
//         affine.store %y, %A[%j] : memref<?xf32>
//         affine.store %r, %B[%j] : memref<?xindex>
//       }
//     }
//     return
//   }
// }

// -----
// Vectors of a memref that is a view of another are consecutive elements of that.
func.func @views(%A: memref<6x8xf32>, %B: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %va = krnl.vector_type_cast %A : memref<6x8xf32> to memref<6x2xvector<4xf32>>
  %vb = krnl.vector_type_cast %B : memref<?x?xf32> to memref<?x?xvector<4xf32>>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 2 {
      %x = affine.load %va[%i, %j] : memref<6x2xvector<4xf32>>
      krnl.store %x, %vb[%i, %j] : memref<?x?xvector<4xf32>>
      %y = krnl.load %vb[%i, %c1] : memref<?x?xvector<4xf32>>
      affine.store %y, %va[%i, symbol(%n) floordiv 4] : memref<6x2xvector<4xf32>>
    }
  }
  scf.for %i = %c1 to %n step %c1 {
    %k = arith.muli %i, %i : index
    %x = memref.load %va[%i, %k] : memref<6x2xvector<4xf32>>
    memref.store %x, %va[%k, %i] : memref<6x2xvector<4xf32>>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d1 * 4)>
// module {
//   func.func @views(%A: memref<6x8xf32>, %B: memref<?x?xf32>, %n: index) {
//     %c1 = arith.constant 1 : index
//     affine.for %i = 0 to 6 {
//       affine.for %j = 0 to 2 {
//         %0 = affine.vector_load %A[%i, %j * 4] : memref<6x8xf32>, vector<4xf32>
//         affine.vector_store %0, %B[%i, %j * 4] : memref<?x?xf32>, vector<4xf32>
//         %1 = affine.vector_load %B[%i, 4] : memref<?x?xf32>, vector<4xf32>
//         affine.vector_store %1, %A[%i, (symbol(%n) floordiv 4) * 4] : memref<6x8xf32>, vector<4xf32>
//       }
//     }
//     scf.for %i = %c1 to %n step %c1 {
//       %k = arith.muli %i, %i : index
//       %0 = affine.apply #map(%i, %k)
//       %1 = vector.load %A[%i, %0] : memref<6x8xf32>, vector<4xf32>
//       %2 = affine.apply #map(%k, %i)
//       vector.store %1, %A[%k, %2] : memref<6x8xf32>, vector<4xf32>
//     }
//     return
//   }
// }

// -----
// Rows that hold no whole number of vectors, views that are handed on, and vectors of vectors stay.
func.func @kept(%A: memref<6x10xf32>, %B: memref<8x8xf32>) -> memref<8x2xvector<4xf32>> {
  %va = krnl.vector_type_cast %A : memref<6x10xf32> to memref<6x2xvector<4xf32>>
  %vb = krnl.vector_type_cast %B : memref<8x8xf32> to memref<8x2xvector<4xf32>>
  %vc = krnl.vector_type_cast %B : memref<8x8xf32> to memref<8x2xvector<2x2xf32>>
  affine.for %i = 0 to 6 {
    %x = affine.load %va[%i, 0] : memref<6x2xvector<4xf32>>
    affine.store %x, %vb[%i, 1] : memref<8x2xvector<4xf32>>
    %y = affine.load %vc[%i, 0] : memref<8x2xvector<2x2xf32>>
    affine.store %y, %vc[%i, 1] : memref<8x2xvector<2x2xf32>>
    krnl.prefetch %B[%i, %i], read, locality<3>, data : memref<8x8xf32>
  }
  return %vb : memref<8x2xvector<4xf32>>
}
// EXPECTED
// module {
//   func.func @kept(%A: memref<6x10xf32>, %B: memref<8x8xf32>) -> memref<8x2xvector<4xf32>> {
//     %va = krnl.vector_type_cast %A : memref<6x10xf32> to memref<6x2xvector<4xf32>>
//     %vb = krnl.vector_type_cast %B : memref<8x8xf32> to memref<8x2xvector<4xf32>>
//     %vc = krnl.vector_type_cast %B : memref<8x8xf32> to memref<8x2xvector<2x2xf32>>
//     affine.for %i = 0 to 6 {
//       %x = affine.load %va[%i, 0] : memref<6x2xvector<4xf32>>
//       affine.store %x, %vb[%i, 1] : memref<8x2xvector<4xf32>>
//       %y = affine.load %vc[%i, 0] : memref<8x2xvector<2x2xf32>>
//       affine.store %y, %vc[%i, 1] : memref<8x2xvector<2x2xf32>>
//       affine.prefetch %B[%i, %i], read, locality<3>, data : memref<8x8xf32>
//     }
//     return %vb : memref<8x2xvector<4xf32>>
//   }
// }

// -----
// Elements of memrefs whose rows have no known length are copied as one row.
func.func @rows(%A: memref<2x?x?xf32>, %B: memref<4x8xf32>, %C: memref<2x0xf32>, %n: i64, %i: index) {
  "krnl.memcpy"(%A, %B, %n, %i, %i) : (memref<2x?x?xf32>, memref<4x8xf32>, i64, index, index) -> ()
  "krnl.memcpy"(%C, %A, %n, %i, %i) : (memref<2x0xf32>, memref<2x?x?xf32>, i64, index, index) -> ()
  return
}
// EXPECTED
// module {
//   func.func @rows(%A: memref<2x?x?xf32>, %B: memref<4x8xf32>, %C: memref<2x0xf32>, %n: i64, %i: index) {
//     %0 = arith.constant 2 : index
//     %1 = arith.constant 1 : index
//     %2 = memref.dim %A, %1 : memref<2x?x?xf32>
//     %3 = arith.muli %0, %2 : index
//     %4 = arith.constant 2 : index
//     %5 = memref.dim %A, %4 : memref<2x?x?xf32>
//     %6 = arith.muli %3, %5 : index
//     %7 = memref.reinterpret_cast %A to offset: [0], sizes: [%6], strides: [1] : memref<2x?x?xf32> to memref<?xf32>
//     %8 = arith.index_cast %n : i64 to index
//     affine.for %arg0 = 0 to %8 {
//       %22 = affine.load %B[(%arg0 + symbol(%i)) floordiv 8, (%arg0 + symbol(%i)) mod 8] : memref<4x8xf32>
//       affine.store %22, %7[%arg0 + symbol(%i)] : memref<?xf32>
//     }
//     %9 = arith.constant 2 : index
//     %10 = arith.constant 0 : index
//     %11 = arith.muli %9, %10 : index
//     %12 = memref.reinterpret_cast %C to offset: [0], sizes: [%11], strides: [1] : memref<2x0xf32> to memref<?xf32>
//     %13 = arith.constant 2 : index
//     %14 = arith.constant 1 : index
//     %15 = memref.dim %A, %14 : memref<2x?x?xf32>
//     %16 = arith.muli %13, %15 : index
//     %17 = arith.constant 2 : index
//     %18 = memref.dim %A, %17 : memref<2x?x?xf32>
//     %19 = arith.muli %16, %18 : index
//     %20 = memref.reinterpret_cast %A to offset: [0], sizes: [%19], strides: [1] : memref<2x?x?xf32> to memref<?xf32>
//     %21 = arith.index_cast %n : i64 to index
//     affine.for %arg0 = 0 to %21 {
//       %22 = affine.load %20[%arg0 + symbol(%i)] : memref<?xf32>
//       affine.store %22, %12[%arg0 + symbol(%i)] : memref<?xf32>
//     }
//     return
//   }
// }

// -----
// A layout that is a map keeps what moves elements as they lie.
#swapped = affine_map<(d0, d1) -> (d1, d0)>
func.func @layout(%A: memref<4x?xf32, #swapped>, %B: memref<4x8xf32>, %n: i64, %i: index) {
  "krnl.memcpy"(%A, %B, %n, %i, %i) : (memref<4x?xf32, #swapped>, memref<4x8xf32>, i64, index, index) -> ()
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d1, d0)>
// module {
//   func.func @layout(%A: memref<4x?xf32, #map>, %B: memref<4x8xf32>, %n: i64, %i: index) {
//     "krnl.memcpy"(%A, %B, %n, %i, %i) : (memref<4x?xf32, #map>, memref<4x8xf32>, i64, index, index) -> ()
//     return
//   }
// }

// -----
// A tile that is larger than a matrix ends with it.
func.func @small(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<10x10xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.matmul %A[%c0, %c0], %B[%c0, %c0], %C[%c0, %c0], (%ii, %jj, %kk), (%c0, %c0, %c0), (%c10, %c10, %m) {computeTileSize = [4, 16, 256]} : memref<?x?xf32>, memref<?x?xf32>, memref<10x10xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// #map = affine_map<()[s0] -> (s0, 256)>
// module {
//   func.func @small(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<10x10xf32>, %m: index) {
//     %c0 = arith.constant 0 : index
//     %c10 = arith.constant 10 : index
//     affine.for %arg0 = 0 to 4 {
//       affine.for %arg1 = 0 to 10 {
//         affine.for %arg2 = 0 to min #map()[%m] {
//           %0 = affine.load %A[%arg0, %arg2] : memref<?x?xf32>
//           %1 = affine.load %B[%arg2, %arg1] : memref<?x?xf32>
//           %2 = affine.load %C[%arg0, %arg1] : memref<10x10xf32>
//           %3 = arith.mulf %0, %1 : f32
//           %4 = arith.addf %2, %3 : f32
//           affine.store %4, %C[%arg0, %arg1] : memref<10x10xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// A product that is tiled twice, with its tiles in buffers: all tiles are whole.
func.func @matmul(%A: memref<40x60xf32> {llvm.noalias}, %B: memref<60x80xf32> {llvm.noalias}, %C: memref<40x80xf32> {llvm.noalias}) {
  %f0 = arith.constant 0.0 : f32
  %c40 = arith.constant 40 : index
  %c60 = arith.constant 60 : index
  %c80 = arith.constant 80 : index
  %ii, %jj, %kk = krnl.define_loops 3
  %ib, %il = krnl.block %ii 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %kb, %kl = krnl.block %kk 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ilb, %ill = krnl.block %il 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jlb, %jll = krnl.block %jl 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %klb, %kll = krnl.block %kl 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ib, %ilb, %ill, %jb, %jlb, %jll, %kb, %klb, %kll) [0, 3, 6, 1, 4, 7, 2, 5, 8] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %jb) with (%ii -> %i = 0 to 40, %jj -> %j = 0 to 80, %kk -> %k = 0 to 60) {
    %i1, %j1 = krnl.get_induction_var_value(%ib, %jb) : (!krnl.loop,!krnl.loop) -> (index, index)
    %Cbuff = memref.alloca() : memref<10x8xf32>
    krnl.copy_to_tile_buffer %Cbuff, %C[%i1, %j1], %f0 : memref<10x8xf32>, memref<40x80xf32>
    krnl.iterate(%kb) with () {
      %k1 = krnl.get_induction_var_value(%kb) : (!krnl.loop) -> (index)
      %Abuff = memref.alloca() : memref<10x10xf32>
      %Bbuff = memref.alloca() : memref<10x8xf32>
      krnl.copy_to_tile_buffer %Abuff, %A[%i1, %k1], %f0 : memref<10x10xf32>, memref<40x60xf32>
      krnl.copy_to_tile_buffer %Bbuff, %B[%k1, %j1], %f0 : memref<10x8xf32>, memref<60x80xf32>
      krnl.iterate(%ilb, %jlb, %klb) with () {
        %i2, %j2, %k2 = krnl.get_induction_var_value(%ilb, %jlb, %klb) : (!krnl.loop,!krnl.loop,!krnl.loop) -> (index,index,index)
        krnl.matmul %Abuff[%i1, %k1], %Bbuff[%k1, %j1], %Cbuff[%i1, %j1], (%ill, %jll, %kll), (%i2, %j2, %k2), (%c40, %c80, %c60) {computeTileSize = [5, 4, 5], simdize = false, unroll = false} : memref<10x10xf32>, memref<10x8xf32>, memref<10x8xf32>, (!krnl.loop,!krnl.loop,!krnl.loop)
      }
    }
    krnl.copy_from_tile_buffer %Cbuff, %C[%i1, %j1] : memref<10x8xf32>, memref<40x80xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0) -> (d0 + 10)>
// #map2 = affine_map<(d0) -> (d0 + 8)>
// module {
//   func.func @matmul(%A: memref<40x60xf32> {llvm.noalias}, %B: memref<60x80xf32> {llvm.noalias}, %C: memref<40x80xf32> {llvm.noalias}) {
//     %f0 = arith.constant 0.000000e+00 : f32
//     %c40 = arith.constant 40 : index
//     %c60 = arith.constant 60 : index
//     %c80 = arith.constant 80 : index
//     affine.for %ib = 0 to 40 step 10 {
//       affine.for %jb = 0 to 80 step 8 {
//         %Cbuff = memref.alloca() : memref<10x8xf32>
//         affine.for %arg0 = 0 to 10 {
//           affine.for %arg1 = 0 to 8 {
//             %0 = affine.load %C[%ib + %arg0, %jb + %arg1] : memref<40x80xf32>
//             affine.store %0, %Cbuff[%arg0, %arg1] : memref<10x8xf32>
//           }
//         }
//         affine.for %kb = 0 to 60 step 10 {
//           %Abuff = memref.alloca() : memref<10x10xf32>
//           %Bbuff = memref.alloca() : memref<10x8xf32>
//           affine.for %arg0 = 0 to 10 {
//             affine.for %arg1 = 0 to 10 {
//               %0 = affine.load %A[%ib + %arg0, %kb + %arg1] : memref<40x60xf32>
//               affine.store %0, %Abuff[%arg0, %arg1] : memref<10x10xf32>
//             }
//           }
//           affine.for %arg0 = 0 to 10 {
//             affine.for %arg1 = 0 to 8 {
//               %0 = affine.load %B[%kb + %arg0, %jb + %arg1] : memref<60x80xf32>
//               affine.store %0, %Bbuff[%arg0, %arg1] : memref<10x8xf32>
//             }
//           }
//           affine.for %ilb = #map(%ib) to #map1(%ib) step 5 {
//             affine.for %jlb = #map(%jb) to #map2(%jb) step 4 {
//               affine.for %klb = #map(%kb) to #map1(%kb) step 5 {
//                 affine.for %arg0 = 0 to 5 {
//                   affine.for %arg1 = 0 to 4 {
//                     affine.for %arg2 = 0 to 5 {
//                       %0 = affine.load %Abuff[%ilb + %arg0 - %ib, %klb + %arg2 - %kb] : memref<10x10xf32>
//                       %1 = affine.load %Bbuff[%klb + %arg2 - %kb, %jlb + %arg1 - %jb] : memref<10x8xf32>
//                       %2 = affine.load %Cbuff[%ilb + %arg0 - %ib, %jlb + %arg1 - %jb] : memref<10x8xf32>
//                       %3 = arith.mulf %0, %1 : f32
//                       %4 = arith.addf %2, %3 : f32
//                       affine.store %4, %Cbuff[%ilb + %arg0 - %ib, %jlb + %arg1 - %jb] : memref<10x8xf32>
//                     }
//                   }
//                 }
//               }
//             }
//           }
//         }
//         affine.for %arg0 = 0 to 10 {
//           affine.for %arg1 = 0 to 8 {
//             %0 = affine.load %Cbuff[%arg0, %arg1] : memref<10x8xf32>
//             affine.store %0, %C[%ib + %arg0, %jb + %arg1] : memref<40x80xf32>
//           }
//         }
//       }
//     }
//     return
//   }
// }

// RUN: krnl
// Tiles are blocks, and their order a permutation.
func.func @tiles(%A: memref<40x60xf32>, %B: memref<60x80xf32>, %C: memref<40x80xf32>) {
  affine.for %ib = 0 to 40 step 16 {
    affine.for %jb = 0 to 80 step 8 {
      affine.for %k = 0 to 60 {
        affine.for %i = affine_map<(d0) -> (d0)>(%ib) to min affine_map<(d0) -> (d0 + 16, 40)>(%ib) {
          affine.for %j = affine_map<(d0) -> (d0)>(%jb) to affine_map<(d0) -> (d0 + 8)>(%jb) {
            %a = affine.load %A[%i, %k] : memref<40x60xf32>
            %b = affine.load %B[%k, %j] : memref<60x80xf32>
            %c = affine.load %C[%i, %j] : memref<40x80xf32>
            %p = arith.mulf %a, %b : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%i, %j] : memref<40x80xf32>
          }
        }
      }
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @tiles(%A: memref<40x60xf32>, %B: memref<60x80xf32>, %C: memref<40x80xf32>) {
//     %0:3 = krnl.define_loops 3
//     %1:2 = krnl.block %0#0 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %2:2 = krnl.block %0#1 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%1#0, %1#1, %2#0, %2#1, %0#2) [0, 3, 1, 4, 2] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.iterate(%1#0, %2#0, %0#2, %1#1, %2#1) with (%0#0 -> %i = 0 to 40, %0#1 -> %j = 0 to 80, %0#2 -> %k = 0 to 60) {
//       %ib, %jb = krnl.get_induction_var_value(%1#0, %2#0) : (!krnl.loop, !krnl.loop) -> (index, index)
//       %a = krnl.load %A[%i, %k] : memref<40x60xf32>
//       %b = krnl.load %B[%k, %j] : memref<60x80xf32>
//       %c = krnl.load %C[%i, %j] : memref<40x80xf32>
//       %p = arith.mulf %a, %b : f32
//       %s = arith.addf %c, %p : f32
//       krnl.store %s, %C[%i, %j] : memref<40x80xf32>
//     }
//     return
//   }
// }

// -----
// What stands between the loops divides them.
func.func @imperfect(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32) {
  affine.for %ib = 0 to %n step 8 {
    %0 = affine.load %B[%ib] : memref<?xf32>
    affine.for %i = affine_map<(d0) -> (d0)>(%ib) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%ib)[%n] step 2 {
      affine.store %0, %A[%i + 1] : memref<?xf32>
      affine.for %k = 0 to 4 {
        affine.store %x, %A[%i + %k + symbol(%n)] : memref<?xf32>
      }
    }
    affine.store %x, %B[%ib] : memref<?xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0 + 1)>
// #map1 = affine_map<(d0, d1)[s0] -> (d0 + d1 + s0)>
// module {
//   func.func @imperfect(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32) {
//     %0:2 = krnl.define_loops 2
//     %1:2 = krnl.block %0#0 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %2:2 = krnl.block %1#1 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%1#0, %2#0, %2#1, %0#1) [0, 1, 3, 2] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.iterate(%1#0) with (%0#0 -> %i = 0 to %n, %0#1 -> %k = 0 to 4) {
//       %ib = krnl.get_induction_var_value(%1#0) : (!krnl.loop) -> index
//       %3 = krnl.load %B[%ib] : memref<?xf32>
//       krnl.iterate(%2#0) with () {
//         %i_0 = krnl.get_induction_var_value(%2#0) : (!krnl.loop) -> index
//         %4 = affine.apply #map(%i_0)
//         krnl.store %3, %A[%4] : memref<?xf32>
//         krnl.iterate(%0#1) with () {
//           %5 = affine.apply #map1(%i_0, %k)[%n]
//           krnl.store %x, %A[%5] : memref<?xf32>
//         }
//       }
//       krnl.store %x, %B[%ib] : memref<?xf32>
//     }
//     return
//   }
// }

// -----
// A triangle has two sets of loops; so has a loop in whose body two loops stand. A step is a block of which nothing runs.
func.func @triangle(%A: memref<8x8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %A[%i, %j] : memref<8x8xf32>
    }
    affine.for %j = 0 to 8 step 4 {
      affine.store %x, %A[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @triangle(%A: memref<8x8xf32>, %x: f32) {
//     %0 = krnl.define_loops 1
//     krnl.iterate(%0) with (%0 -> %i = 0 to 8) {
//       %1 = krnl.define_loops 1
//       krnl.iterate(%1) with (%1 -> %j = 0 to #map(%i)) {
//         krnl.store %x, %A[%i, %j] : memref<8x8xf32>
//       }
//       %2 = krnl.define_loops 1
//       %3:2 = krnl.block %2 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//       krnl.iterate(%3#0) with (%2 -> %j = 0 to 8) {
//         %j_0 = krnl.get_induction_var_value(%3#0) : (!krnl.loop) -> index
//         krnl.store %x, %A[%i, %j_0] : memref<8x8xf32>
//       }
//     }
//     return
//   }
// }

// -----
func.func @carried(%A: memref<8x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %0 = affine.for %i = 0 to 8 iter_args(%s = %zero) -> (f32) {
    %1 = affine.for %j = 0 to 8 iter_args(%t = %s) -> (f32) {
      %x = affine.load %A[%i, %j] : memref<8x8xf32>
      %u = arith.addf %t, %x : f32
      affine.yield %u : f32
    }
    affine.yield %1 : f32
  }
  return %0 : f32
}
// EXPECTED
// module {
//   func.func @carried(%A: memref<8x8xf32>) -> f32 {
//     %zero = arith.constant 0.000000e+00 : f32
//     %0 = krnl.define_loops 1
//     %1 = krnl.iterate(%0) with (%0 -> %i = 0 to 8) iter_args(%arg0 = %zero) -> (f32) {
//       %2 = krnl.define_loops 1
//       %3 = krnl.iterate(%2) with (%2 -> %j = 0 to 8) iter_args(%arg1 = %arg0) -> (f32) {
//         %x = krnl.load %A[%i, %j] : memref<8x8xf32>
//         %u = arith.addf %arg1, %x : f32
//         krnl.yield %u : f32
//       }
//       krnl.yield %3 : f32
//     }
//     return %1 : f32
//   }
// }

// -----
func.func @parallel(%A: memref<64x64xf32>, %x: f32) {
  affine.parallel (%ib) = (0) to (64) step (16) {
    affine.for %i = affine_map<(d0) -> (d0)>(%ib) to affine_map<(d0) -> (d0 + 16)>(%ib) {
      affine.for %j = 0 to 64 step 16 {
        %v = affine.vector_load %A[%i, %j] : memref<64x64xf32>, vector<16xf32>
        %w = arith.addf %v, %v : vector<16xf32>
        affine.vector_store %w, %A[%i, %j] : memref<64x64xf32>, vector<16xf32>
      }
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @parallel(%A: memref<64x64xf32>, %x: f32) {
//     %0:2 = krnl.define_loops 2
//     %1:2 = krnl.block %0#0 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %2:2 = krnl.block %0#1 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.parallel(%1#0) : !krnl.loop
//     krnl.iterate(%1#0, %1#1, %2#0) with (%0#0 -> %i = 0 to 64, %0#1 -> %j = 0 to 64) {
//       %ib, %j_0 = krnl.get_induction_var_value(%1#0, %2#0) : (!krnl.loop, !krnl.loop) -> (index, index)
//       %v = vector.load %A[%i, %j_0] : memref<64x64xf32>, vector<16xf32>
//       %w = arith.addf %v, %v : vector<16xf32>
//       vector.store %w, %A[%i, %j_0] : memref<64x64xf32>, vector<16xf32>
//     }
//     return
//   }
// }

// -----
// A block whose end is not that of the loop is no block; a condition is one of `scf`, and a prefetch has no form.
func.func @others(%A: memref<64xf32>, %x: f32) {
  affine.for %ib = 0 to 60 step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ib) to affine_map<(d0) -> (d0 + 16)>(%ib) {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 60 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 60 {
    affine.prefetch %A[%i], read, locality<3>, data : memref<64xf32>
  }
  return
}
// EXPECTED
// kept: `affine.prefetch` has no form among loops of krnl
// #map = affine_map<(d0) -> (d0)>
// #map1 = affine_map<(d0) -> (d0 + 16)>
// #map2 = affine_map<(d0) -> (d0 - 5)>
// module {
//   func.func @others(%A: memref<64xf32>, %x: f32) {
//     %0 = krnl.define_loops 1
//     %1:2 = krnl.block %0 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.iterate(%1#0) with (%0 -> %ib = 0 to 60) {
//       %ib_0 = krnl.get_induction_var_value(%1#0) : (!krnl.loop) -> index
//       %3 = krnl.define_loops 1
//       krnl.iterate(%3) with (%3 -> %i = #map(%ib_0) to #map1(%ib_0)) {
//         krnl.store %x, %A[%i] : memref<64xf32>
//       }
//     }
//     %2 = krnl.define_loops 1
//     krnl.iterate(%2) with (%2 -> %i = 0 to 60) {
//       %3 = arith.constant 0 : index
//       %4 = affine.apply #map2(%i)
//       %5 = arith.cmpi sge, %4, %3 : index
//       scf.if %5 {
//         krnl.store %x, %A[%i] : memref<64xf32>
//       }
//     }
//     affine.for %i = 0 to 60 {
//       affine.prefetch %A[%i], read, locality<3>, data : memref<64xf32>
//     }
//     return
//   }
// }

// -----
// Loops that copy a tile that starts at multiples of its size.
func.func @tile_buffers(%A: memref<40x60xf32>, %B: memref<3x40x60xf32>) {
  affine.for %ib = 0 to 40 step 8 {
    affine.for %jb = 0 to 60 step 16 {
      %tile = memref.alloca() : memref<8x16xf32>
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to min affine_map<(d0) -> (16, -d0 + 60)>(%jb) {
          %a = affine.load %A[%ib + %i, %jb + %j] : memref<40x60xf32>
          affine.store %a, %tile[%i, %j] : memref<8x16xf32>
        }
      }
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 4 {
          %a = affine.load %tile[%i, %j] : memref<8x16xf32>
          affine.store %a, %B[2, %ib + %i, %jb + %j] : memref<3x40x60xf32>
        }
      }
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @tile_buffers(%A: memref<40x60xf32>, %B: memref<3x40x60xf32>) {
//     %0:2 = krnl.define_loops 2
//     %1:2 = krnl.block %0#0 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %2:2 = krnl.block %0#1 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%1#0, %1#1, %2#0, %2#1) [0, 2, 1, 3] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.iterate(%1#0, %2#0) with (%0#0 -> %ib = 0 to 40, %0#1 -> %jb = 0 to 60) {
//       %ib_0, %jb_0 = krnl.get_induction_var_value(%1#0, %2#0) : (!krnl.loop, !krnl.loop) -> (index, index)
//       %tile = memref.alloca() : memref<8x16xf32>
//       %3 = arith.constant 0.000000e+00 : f32
//       krnl.copy_to_tile_buffer %tile, %A[%ib_0, %jb_0], %3 : memref<8x16xf32>, memref<40x60xf32>
//       %4 = arith.constant 2 : index
//       krnl.copy_from_tile_buffer %tile, %B[%4, %ib_0, %jb_0] {tileSize = [8 : i64, 4 : i64]} : memref<8x16xf32>, memref<3x40x60xf32>
//     }
//     return
//   }
// }

// -----
// No tiles of a buffer: a start that is no multiple of the size, a transposed copy, another value, an argument.
func.func @no_tile_buffers(%A: memref<40x60xf32>, %B: memref<8x8xf32>) {
  affine.for %ib = 0 to 32 step 4 {
    %tile = memref.alloca() : memref<8x8xf32>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%ib + %i, %j] : memref<40x60xf32>
        affine.store %a, %tile[%i, %j] : memref<8x8xf32>
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%j, %i] : memref<40x60xf32>
        affine.store %a, %tile[%i, %j] : memref<8x8xf32>
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%i, %j] : memref<40x60xf32>
        %b = arith.negf %a : f32
        affine.store %b, %tile[%i, %j] : memref<8x8xf32>
      }
    }
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%i, %j] : memref<40x60xf32>
        affine.store %a, %B[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1, d2) -> (d0 + d1)>
// module {
//   func.func @no_tile_buffers(%A: memref<40x60xf32>, %B: memref<8x8xf32>) {
//     %0 = krnl.define_loops 1
//     %1:2 = krnl.block %0 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.iterate(%1#0) with (%0 -> %ib = 0 to 32) {
//       %ib_0 = krnl.get_induction_var_value(%1#0) : (!krnl.loop) -> index
//       %tile = memref.alloca() : memref<8x8xf32>
//       %2:2 = krnl.define_loops 2
//       krnl.iterate(%2#0, %2#1) with (%2#0 -> %i = 0 to 8, %2#1 -> %j = 0 to 8) {
//         %6 = affine.apply #map(%ib_0, %i, %j)
//         %a = krnl.load %A[%6, %j] : memref<40x60xf32>
//         krnl.store %a, %tile[%i, %j] : memref<8x8xf32>
//       }
//       %3:2 = krnl.define_loops 2
//       krnl.iterate(%3#0, %3#1) with (%3#0 -> %i = 0 to 8, %3#1 -> %j = 0 to 8) {
//         %a = krnl.load %A[%j, %i] : memref<40x60xf32>
//         krnl.store %a, %tile[%i, %j] : memref<8x8xf32>
//       }
//       %4:2 = krnl.define_loops 2
//       krnl.iterate(%4#0, %4#1) with (%4#0 -> %i = 0 to 8, %4#1 -> %j = 0 to 8) {
//         %a = krnl.load %A[%i, %j] : memref<40x60xf32>
//         %b = arith.negf %a : f32
//         krnl.store %b, %tile[%i, %j] : memref<8x8xf32>
//       }
//       %5:2 = krnl.define_loops 2
//       krnl.iterate(%5#0, %5#1) with (%5#0 -> %i = 0 to 8, %5#1 -> %j = 0 to 8) {
//         %a = krnl.load %A[%i, %j] : memref<40x60xf32>
//         krnl.store %a, %B[%i, %j] : memref<8x8xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Copies of code behind each other are a loop to be unrolled; what the first does for all stands before it.
func.func @copies(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 step 4 {
    affine.for %j = 0 to 64 {
      %b = affine.load %B[%j, %j] : memref<64x64xf32>
      %y = arith.mulf %b, %x : f32
      %a0 = affine.load %A[%i, %j] : memref<64x64xf32>
      %s0 = arith.addf %a0, %y : f32
      affine.store %s0, %A[%i, %j] : memref<64x64xf32>
      %a1 = affine.load %A[%i + 1, %j] : memref<64x64xf32>
      %s1 = arith.addf %a1, %y : f32
      affine.store %s1, %A[%i + 1, %j] : memref<64x64xf32>
      %a2 = affine.load %A[%i + 2, %j] : memref<64x64xf32>
      %s2 = arith.addf %a2, %y : f32
      affine.store %s2, %A[%i + 2, %j] : memref<64x64xf32>
      %a3 = affine.load %A[%i + 3, %j] : memref<64x64xf32>
      %s3 = arith.addf %a3, %y : f32
      affine.store %s3, %A[%i + 3, %j] : memref<64x64xf32>
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @copies(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %x: f32) {
//     %0:2 = krnl.define_loops 2
//     %1:2 = krnl.block %0#0 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%1#0, %1#1, %0#1) [0, 2, 1] : !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.unroll %1#1 : !krnl.loop
//     krnl.iterate(%1#0, %0#1) with (%0#0 -> %arg0 = 0 to 64, %0#1 -> %j = 0 to 64) {
//       %i = krnl.get_induction_var_value(%1#0) : (!krnl.loop) -> index
//       %b = krnl.load %B[%j, %j] : memref<64x64xf32>
//       %y = arith.mulf %b, %x : f32
//       krnl.iterate(%1#1) with () {
//         %a0 = krnl.load %A[%arg0, %j] : memref<64x64xf32>
//         %s0 = arith.addf %a0, %y : f32
//         krnl.store %s0, %A[%arg0, %j] : memref<64x64xf32>
//       }
//     }
//     return
//   }
// }

// -----
// Copies of copies are two loops.
func.func @copies_of_copies(%A: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to 64 step 2 {
      affine.store %x, %A[%i, %j] : memref<64x64xf32>
      affine.store %x, %A[%i, %j + 1] : memref<64x64xf32>
      affine.store %x, %A[%i + 1, %j] : memref<64x64xf32>
      affine.store %x, %A[%i + 1, %j + 1] : memref<64x64xf32>
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @copies_of_copies(%A: memref<64x64xf32>, %x: f32) {
//     %0:2 = krnl.define_loops 2
//     %1:2 = krnl.block %0#0 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %2:2 = krnl.block %0#1 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%1#0, %1#1, %2#0, %2#1) [0, 2, 1, 3] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.unroll %1#1 : !krnl.loop
//     krnl.unroll %2#1 : !krnl.loop
//     krnl.iterate(%1#0, %2#0, %1#1, %2#1) with (%0#0 -> %arg0 = 0 to 64, %0#1 -> %arg1 = 0 to 64) {
//       %i, %j = krnl.get_induction_var_value(%1#0, %2#0) : (!krnl.loop, !krnl.loop) -> (index, index)
//       krnl.store %x, %A[%arg0, %arg1] : memref<64x64xf32>
//     }
//     return
//   }
// }

// -----
// No copies: distances that differ, a load for two that stands behind a store, a value that one hands to the next, another operation,
// and what is done twice at one place.
func.func @no_copies(%A: memref<64xf32>, %B: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<64xf32>
    affine.store %x, %A[%i + 1] : memref<64xf32>
    affine.store %x, %A[%i + 4] : memref<64xf32>
    %y = affine.load %A[%i + 4] : memref<64xf32>
    affine.store %y, %B[%i] : memref<64xf32>
    %z = arith.addf %y, %x : f32
    affine.store %z, %B[%i + 1] : memref<64xf32>
    %w = arith.mulf %z, %x : f32
    affine.store %w, %B[%i + 2] : memref<64xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<64xf32>
    affine.store %x, %A[%i] : memref<64xf32>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0 + d1)>
// #map1 = affine_map<(d0) -> (d0 + 4)>
// #map2 = affine_map<(d0) -> (d0 + 1)>
// #map3 = affine_map<(d0) -> (d0 + 2)>
// module {
//   func.func @no_copies(%A: memref<64xf32>, %B: memref<64xf32>, %x: f32) {
//     %0:2 = krnl.define_loops 2
//     krnl.unroll %0#1 : !krnl.loop
//     krnl.iterate(%0#0) with (%0#0 -> %i = 0 to 8, %0#1 -> %arg0 = 0 to 2) {
//       krnl.iterate(%0#1) with () {
//         %6 = affine.apply #map(%i, %arg0)
//         krnl.store %x, %A[%6] : memref<64xf32>
//       }
//       %2 = affine.apply #map1(%i)
//       krnl.store %x, %A[%2] : memref<64xf32>
//       %3 = affine.apply #map1(%i)
//       %y = krnl.load %A[%3] : memref<64xf32>
//       krnl.store %y, %B[%i] : memref<64xf32>
//       %z = arith.addf %y, %x : f32
//       %4 = affine.apply #map2(%i)
//       krnl.store %z, %B[%4] : memref<64xf32>
//       %w = arith.mulf %z, %x : f32
//       %5 = affine.apply #map3(%i)
//       krnl.store %w, %B[%5] : memref<64xf32>
//     }
//     %1 = krnl.define_loops 1
//     krnl.iterate(%1) with (%1 -> %i = 0 to 8) {
//       krnl.store %x, %A[%i] : memref<64xf32>
//       krnl.store %x, %A[%i] : memref<64xf32>
//     }
//     return
//   }
// }

// RUN: parse
// laxer than MLIR
func.func @block() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 10) {
    %0 = arith.addi %i, %i : index
  }
  return
}
// EXPECTED
// module {
//   func.func @block() {
//     %ii = krnl.define_loops 1
//     %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 10) {
//       %0 = arith.addi %i, %i : index
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
// The schedule of a product that is tiled twice, with its tiles in buffers.
func.func @matmul(%A: memref<40x60xf32>, %B: memref<60x80xf32>, %C: memref<40x80xf32>) {
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
      krnl.copy_to_tile_buffer %Abuff, %A[%i1, %k1], %f0 {padToNext = [4, 1], tileSize = [8, 10], transpose = false} : memref<10x10xf32>, memref<40x60xf32>
      krnl.copy_to_tile_buffer %Bbuff, %B[%k1, %j1], %f0 {overreadToNext = [10, 8], transpose = true} : memref<10x8xf32>, memref<60x80xf32>
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
// module {
//   func.func @matmul(%A: memref<40x60xf32>, %B: memref<60x80xf32>, %C: memref<40x80xf32>) {
//     %f0 = arith.constant 0.000000e+00 : f32
//     %c40 = arith.constant 40 : index
//     %c60 = arith.constant 60 : index
//     %c80 = arith.constant 80 : index
//     %ii, %jj, %kk = krnl.define_loops 3
//     %ib, %il = krnl.block %ii 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %jb, %jl = krnl.block %jj 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %kb, %kl = krnl.block %kk 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %ilb, %ill = krnl.block %il 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %jlb, %jll = krnl.block %jl 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     %klb, %kll = krnl.block %kl 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.permute(%ib, %ilb, %ill, %jb, %jlb, %jll, %kb, %klb, %kll) [0, 3, 6, 1, 4, 7, 2, 5, 8] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
//     krnl.iterate(%ib, %jb) with (%ii -> %i = 0 to 40, %jj -> %j = 0 to 80, %kk -> %k = 0 to 60) {
//       %i1, %j1 = krnl.get_induction_var_value(%ib, %jb) : (!krnl.loop, !krnl.loop) -> (index, index)
//       %Cbuff = memref.alloca() : memref<10x8xf32>
//       krnl.copy_to_tile_buffer %Cbuff, %C[%i1, %j1], %f0 : memref<10x8xf32>, memref<40x80xf32>
//       krnl.iterate(%kb) with () {
//         %k1 = krnl.get_induction_var_value(%kb) : (!krnl.loop) -> index
//         %Abuff = memref.alloca() : memref<10x10xf32>
//         %Bbuff = memref.alloca() : memref<10x8xf32>
//         krnl.copy_to_tile_buffer %Abuff, %A[%i1, %k1], %f0 {padToNext = [4 : i64, 1 : i64], tileSize = [8 : i64, 10 : i64]} : memref<10x10xf32>, memref<40x60xf32>
//         krnl.copy_to_tile_buffer %Bbuff, %B[%k1, %j1], %f0 {overreadToNext = [10 : i64, 8 : i64], transpose = true} : memref<10x8xf32>, memref<60x80xf32>
//         krnl.iterate(%ilb, %jlb, %klb) with () {
//           %i2, %j2, %k2 = krnl.get_induction_var_value(%ilb, %jlb, %klb) : (!krnl.loop, !krnl.loop, !krnl.loop) -> (index, index, index)
//           krnl.matmul %Abuff[%i1, %k1], %Bbuff[%k1, %j1], %Cbuff[%i1, %j1], (%ill, %jll, %kll), (%i2, %j2, %k2), (%c40, %c80, %c60) {computeTileSize = [5 : i64, 4 : i64, 5 : i64], simdize = false, unroll = false} : memref<10x10xf32>, memref<10x8xf32>, memref<10x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
//         }
//       }
//       krnl.copy_from_tile_buffer %Cbuff, %C[%i1, %j1] : memref<10x8xf32>, memref<40x80xf32>
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
// Bounds are constants, values, and maps of several results.
func.func @bounds(%n: index, %m: index) {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate (%ii) with (%ii -> %i = %m to min affine_map<(d0)[s0] -> (d0 + 10, s0)>(%n)[%m]) {
    krnl.iterate(%jj) with (%jj -> %j = max affine_map<(d0) -> (d0, 0)>(%i) to %n) {
      krnl.yield
    }
  }
  krnl.iterate() with () {
  }
  return
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + 10, s0)>
// #map1 = affine_map<(d0) -> (d0, 0)>
// module {
//   func.func @bounds(%n: index, %m: index) {
//     %ii, %jj = krnl.define_loops 2
//     krnl.iterate(%ii) with (%ii -> %i = %m to min #map(%n)[%m]) {
//       krnl.iterate(%jj) with (%jj -> %j = max #map1(%i) to %n) {
//       }
//     }
//     krnl.iterate() with () {
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
func.func @carried(%A: memref<8x8xf32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %ii:2 = krnl.define_loops 2
  %0:2 = krnl.iterate(%ii#0, %ii#1) with (%ii#0 -> %i = 0 to 8, %ii#1 -> %j = 0 to 8) iter_args(%s = %zero, %p = %zero) -> (f32, f32) {
    %x = krnl.load %A[%i, %j] : memref<8x8xf32>
    %t = arith.addf %s, %x : f32
    %q = arith.mulf %p, %x : f32
    krnl.yield %t, %q : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}
// EXPECTED
// module {
//   func.func @carried(%A: memref<8x8xf32>) -> (f32, f32) {
//     %zero = arith.constant 0.000000e+00 : f32
//     %ii:2 = krnl.define_loops 2
//     %0:2 = krnl.iterate(%ii#0, %ii#1) with (%ii#0 -> %i = 0 to 8, %ii#1 -> %j = 0 to 8) iter_args(%s = %zero, %p = %zero) -> (f32, f32) {
//       %x = krnl.load %A[%i, %j] : memref<8x8xf32>
//       %t = arith.addf %s, %x : f32
//       %q = arith.mulf %p, %x : f32
//       krnl.yield %t, %q : f32, f32
//     }
//     return %0#0, %0#1 : f32, f32
//   }
// }

// -----
// laxer than MLIR
func.func @schedule(%threads: i32) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
  krnl.unroll %kk : !krnl.loop
  krnl.parallel(%jj), num_threads(%threads) {proc_bind = "spread"} : !krnl.loop
  krnl.parallel (%ii) : !krnl.loop
  krnl.iterate(%jj, %ii) with (%ii -> %i = 0 to 8, %jj -> %j = 0 to 8) {
    krnl.parallel_clause(%j), num_threads(%threads) {proc_bind = "close"} : index
    krnl.parallel_clause(%i) : index
    krnl.iterate(%kk) with (%kk -> %k = 0 to 4) {
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @schedule(%threads: i32) {
//     %ii, %jj, %kk = krnl.define_loops 3
//     krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
//     krnl.unroll %kk : !krnl.loop
//     krnl.parallel(%jj), num_threads(%threads) {proc_bind = "spread"} : !krnl.loop
//     krnl.parallel(%ii) : !krnl.loop
//     krnl.iterate(%jj, %ii) with (%ii -> %i = 0 to 8, %jj -> %j = 0 to 8) {
//       krnl.parallel_clause(%j), num_threads(%threads) {proc_bind = "close"} : index
//       krnl.parallel_clause(%i) : index
//       krnl.iterate(%kk) with (%kk -> %k = 0 to 4) {
//       }
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
func.func @memory(%A: memref<?x128xf32>, %B: memref<64x16xf32>, %i: index, %x: f32) -> index {
  %0 = krnl.load %A[%i, %i] : memref<?x128xf32>
  krnl.store %0, %B[%i, %i] : memref<64x16xf32>
  %1 = krnl.get_linear_offset_index %A at [%i + 1, 5] : memref<?x128xf32>
  krnl.prefetch %A[%i, %i * 2], read, locality<3>, data : memref<?x128xf32>
  krnl.memset %B, %x : memref<64x16xf32>
  krnl.memset %B, %x {delayed = true} : memref<64x16xf32>
  %2 = krnl.vector_type_cast %B : memref<64x16xf32> to memref<64x2xvector<8xf32>>
  return %1 : index
}
// EXPECTED
// module {
//   func.func @memory(%A: memref<?x128xf32>, %B: memref<64x16xf32>, %i: index, %x: f32) -> index {
//     %0 = krnl.load %A[%i, %i] : memref<?x128xf32>
//     krnl.store %0, %B[%i, %i] : memref<64x16xf32>
//     %1 = krnl.get_linear_offset_index %A at [%i + 1, 5] : memref<?x128xf32>
//     krnl.prefetch %A[%i, %i * 2], read, locality<3>, data : memref<?x128xf32>
//     krnl.memset %B, %x : memref<64x16xf32>
//     krnl.memset %B, %x {delayed = true} : memref<64x16xf32>
//     %2 = krnl.vector_type_cast %B : memref<64x16xf32> to memref<64x2xvector<8xf32>>
//     return %1 : index
//   }
// }

// -----
// laxer than MLIR
func.func @regions() {
  %ii = krnl.define_loops 1
  "krnl.region"() ({
    krnl.iterate() with (%ii -> %i = 0 to 8) {
      krnl.movable {
        %0 = arith.constant 1 : index
      }
      krnl.specialized_kernel(%ii) : !krnl.loop
    }
  }) : () -> ()
  return
}
// EXPECTED
// module {
//   func.func @regions() {
//     %ii = krnl.define_loops 1
//     "krnl.region"() ({
//       krnl.iterate() with (%ii -> %i = 0 to 8) {
//         krnl.movable {
//           %0 = arith.constant 1 : index
//         }
//         krnl.specialized_kernel(%ii) : !krnl.loop
//       }
//     }) : () -> ()
//     return
//   }
// }

// -----
// laxer than MLIR
// What has no custom form.
func.func @runtime(%s: !krnl.string, %m: memref<3x4xf32>, %n: index, %len: i64, %f: f32, %h: i32, %seq: memref<?xmemref<3x4xf32>>, %pool: memref<64xi8>) {
  %0 = "krnl.global"() {name = "constant", alignment = 1024 : i64, shape = [3], value = dense<[0.0, 0.5, 1.0]> : tensor<3xf32>} : () -> memref<3xf32>
  %1 = "krnl.global"() {name = "strings", shape = [2], value = dense<["cat", "dog"]> : tensor<2x!krnl.string>} : () -> memref<2x!krnl.string>
  "krnl.memcpy"(%m, %m, %len, %n, %n) : (memref<3x4xf32>, memref<3x4xf32>, i64, index, index) -> ()
  %2 = "krnl.getref"(%pool, %len) : (memref<64xi8>, i64) -> memref<3x4xf32>
  %none = "krnl.noValue"() {value} : () -> none
  %none2 = "krnl.none"() : () -> none
  "krnl.call"(%m, %none) {funcName = "compute", numOfOutput = 1 : si64, extra = 3 : i64} : (memref<3x4xf32>, none) -> ()
  %3 = "krnl.call"() {funcName = "threads", numOfOutput = 0 : si64} : () -> i32
  "krnl.runtime_instrument"() {opName = "onnx.Add", tag = 5 : i64, nodeName = "add"} : () -> ()
  "krnl.runtime_instrument_init"() {tag = 5 : i64} : () -> ()
  "krnl.print"(%f) {format = "%f"} : (f32) -> ()
  "krnl.print"() {format = "here"} : () -> ()
  "krnl.print_tensor"(%m) {msg = "%t%d"} : (memref<3x4xf32>) -> ()
  "krnl.random_normal"(%m, %n, %f, %f, %f) : (memref<3x4xf32>, index, f32, f32, f32) -> ()
  %G = "krnl.global"() {name = "G", shape = [3], value = dense<[1, 0, -3]> : tensor<3xi32>} : () -> memref<3xi32>
  %4 = "krnl.find_index"(%s, %G, %G, %h) : (!krnl.string, memref<3xi32>, memref<3xi32>, i32) -> index
  %5 = "krnl.find_index"(%len, %G, %G, %h) : (i64, memref<3xi32>, memref<3xi32>, i32) -> index
  %6 = "krnl.strlen"(%s) : (!krnl.string) -> i64
  %7 = "krnl.strncmp"(%s, %s, %6) : (!krnl.string, !krnl.string, i64) -> i32
  %8 = "krnl.seqalloc"(%n) : (index) -> memref<?xmemref<3x4xf32>>
  %9 = "krnl.seqextract"(%seq, %n) {copy = 0 : ui1} : (memref<?xmemref<3x4xf32>>, index) -> memref<3x4xf32>
  "krnl.seqstore"(%9, %8, %n) : (memref<3x4xf32>, memref<?xmemref<3x4xf32>>, index) -> ()
  "krnl.seqdealloc"(%8) : (memref<?xmemref<3x4xf32>>) -> ()
  return
}
"krnl.entry_point"() {func = @runtime, numInputs = 1 : i32, numOutputs = 1 : i32, signature = "in\00@out\00"} : () -> ()
// EXPECTED
// module {
//   func.func @runtime(%s: !krnl.string, %m: memref<3x4xf32>, %n: index, %len: i64, %f: f32, %h: i32, %seq: memref<?xmemref<3x4xf32>>, %pool: memref<64xi8>) {
//     %0 = "krnl.global"() {alignment = 1024 : i64, name = "constant", shape = [3 : i64], value = dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>} : () -> memref<3xf32>
//     %1 = "krnl.global"() {name = "strings", shape = [2 : i64], value = dense<["cat", "dog"]> : tensor<2x!krnl.string>} : () -> memref<2x!krnl.string>
//     "krnl.memcpy"(%m, %m, %len, %n, %n) : (memref<3x4xf32>, memref<3x4xf32>, i64, index, index) -> ()
//     %2 = "krnl.getref"(%pool, %len) : (memref<64xi8>, i64) -> memref<3x4xf32>
//     %none = "krnl.noValue"() {value} : () -> none
//     %none2 = "krnl.none"() : () -> none
//     "krnl.call"(%m, %none) {extra = 3 : i64, funcName = "compute", numOfOutput = 1 : si64} : (memref<3x4xf32>, none) -> ()
//     %3 = "krnl.call"() {funcName = "threads", numOfOutput = 0 : si64} : () -> i32
//     "krnl.runtime_instrument"() {nodeName = "add", opName = "onnx.Add", tag = 5 : i64} : () -> ()
//     "krnl.runtime_instrument_init"() {tag = 5 : i64} : () -> ()
//     "krnl.print"(%f) {format = "%f"} : (f32) -> ()
//     "krnl.print"() {format = "here"} : () -> ()
//     "krnl.print_tensor"(%m) {msg = "%t%d"} : (memref<3x4xf32>) -> ()
//     "krnl.random_normal"(%m, %n, %f, %f, %f) : (memref<3x4xf32>, index, f32, f32, f32) -> ()
//     %G = "krnl.global"() {name = "G", shape = [3 : i64], value = dense<[1, 0, -3]> : tensor<3xi32>} : () -> memref<3xi32>
//     %4 = "krnl.find_index"(%s, %G, %G, %h) : (!krnl.string, memref<3xi32>, memref<3xi32>, i32) -> index
//     %5 = "krnl.find_index"(%len, %G, %G, %h) : (i64, memref<3xi32>, memref<3xi32>, i32) -> index
//     %6 = "krnl.strlen"(%s) : (!krnl.string) -> i64
//     %7 = "krnl.strncmp"(%s, %s, %6) : (!krnl.string, !krnl.string, i64) -> i32
//     %8 = "krnl.seqalloc"(%n) : (index) -> memref<?xmemref<3x4xf32>>
//     %9 = "krnl.seqextract"(%seq, %n) {copy = 0 : ui1} : (memref<?xmemref<3x4xf32>>, index) -> memref<3x4xf32>
//     "krnl.seqstore"(%9, %8, %n) : (memref<3x4xf32>, memref<?xmemref<3x4xf32>>, index) -> ()
//     "krnl.seqdealloc"(%8) : (memref<?xmemref<3x4xf32>>) -> ()
//     return
//   }
//   "krnl.entry_point"() {func = @runtime, numInputs = 1 : i32, numOutputs = 1 : i32, signature = "in\00@out\00"} : () -> ()
// }

// -----
// laxer than MLIR
func.func @functions(%x: f32, %v: vector<8xf32>) -> (i1, i1) {
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
  return %1, %2 : i1, i1
}
// EXPECTED
// module {
//   func.func @functions(%x: f32, %v: vector<8xf32>) -> (i1, i1) {
//     %0 = "krnl.erf"(%x) : (f32) -> f32
//     %1 = "krnl.isinf"(%0) : (f32) -> i1
//     %2 = "krnl.isnan"(%x) : (f32) -> i1
//     %3 = "krnl.round_even"(%v) : (vector<8xf32>) -> vector<8xf32>
//     %4 = "krnl.acos"(%x) : (f32) -> f32
//     %5 = "krnl.acosh"(%4) : (f32) -> f32
//     %6 = "krnl.asin"(%5) : (f32) -> f32
//     %7 = "krnl.asinh"(%6) : (f32) -> f32
//     %8 = "krnl.atan"(%7) : (f32) -> f32
//     %9 = "krnl.atanh"(%8) : (f32) -> f32
//     %10 = "krnl.tan"(%9) : (f32) -> f32
//     return %1, %2 : i1, i1
//   }
// }

// -----
// laxer than MLIR
// The generic form, and the end of a region in older texts.
func.func @generic(%n: index, %A: memref<8xf32>) {
  %0 = "krnl.define_loops"() {num_loops = 1 : i64} : () -> !krnl.loop
  %1:2 = "krnl.block"(%0) {tile_size = 4 : i64} : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  "krnl.iterate"(%1#0, %1#1, %0, %n) ({
  ^bb0(%i: index):
    %2 = "krnl.get_induction_var_value"(%1#0) : (!krnl.loop) -> index
    %3 = "krnl.load"(%A, %2) : (memref<8xf32>, index) -> f32
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<()[s0] -> (s0)>], num_optimized_loops = 2 : i64} : (!krnl.loop, !krnl.loop, !krnl.loop, index) -> ()
  %k = krnl.define_loops 1
  krnl.iterate(%k) with (%k -> %i = 0 to 8) {
    "krnl.terminate"() : () -> ()
  }
  return
}
// EXPECTED
// module {
//   func.func @generic(%n: index, %A: memref<8xf32>) {
//     %0 = krnl.define_loops 1
//     %1:2 = krnl.block %0 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
//     krnl.iterate(%1#0, %1#1) with (%0 -> %i = 0 to %n) {
//       %2 = krnl.get_induction_var_value(%1#0) : (!krnl.loop) -> index
//       %3 = krnl.load %A[%2] : memref<8xf32>
//     }
//     %k = krnl.define_loops 1
//     krnl.iterate(%k) with (%k -> %i = 0 to 8) {
//     }
//     return
//   }
// }

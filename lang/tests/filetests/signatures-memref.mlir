// RUN: parse
// Views of memory.
func.func @views(%a: memref<4x6xf32>, %n: index, %bytes: memref<2048xi8>, %u: memref<*xf32>) {
  %0 = memref.subview %a[0, %n] [2, 3] [1, 1] {tag} : memref<4x6xf32> to memref<2x3xf32, strided<[6, 1], offset: ?>>
  %1 = memref.reinterpret_cast %a to offset: [%n], sizes: [24, %n], strides: [1, %n] : memref<4x6xf32> to memref<24x?xf32, strided<[1, ?], offset: ?>>
  %2 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 2, 6] : memref<4x6xf32> into memref<2x2x6xf32>
  %3 = memref.collapse_shape %a [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %4 = memref.transpose %a (i, j) -> (j, i) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
  %5 = memref.view %bytes[%n][%n] : memref<2048xi8> to memref<?x4xf32>
  %6 = memref.memory_space_cast %a : memref<4x6xf32> to memref<4x6xf32, 3>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<4x6xf32> -> memref<f32>, index, index, index, index, index
  %7 = memref.extract_aligned_pointer_as_index %a : memref<4x6xf32> -> index
  %8 = memref.rank %u : memref<*xf32>
  %shape = memref.alloc() : memref<2xindex>
  %9 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.assume_alignment %a, 64 : memref<4x6xf32>
  return
}
// EXPECTED
// module {
//   func.func @views(%a: memref<4x6xf32>, %n: index, %bytes: memref<2048xi8>, %u: memref<*xf32>) {
//     %0 = memref.subview %a[0, %n] [2, 3] [1, 1] {tag} : memref<4x6xf32> to memref<2x3xf32, strided<[6, 1], offset: ?>>
//     %1 = memref.reinterpret_cast %a to offset: [%n], sizes: [24, %n], strides: [1, %n] : memref<4x6xf32> to memref<24x?xf32, strided<[1, ?], offset: ?>>
//     %2 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 2, 6] : memref<4x6xf32> into memref<2x2x6xf32>
//     %3 = memref.collapse_shape %a [[0, 1]] : memref<4x6xf32> into memref<24xf32>
//     %4 = memref.transpose %a (d0, d1) -> (d1, d0) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
//     %5 = memref.view %bytes[%n][%n] : memref<2048xi8> to memref<?x4xf32>
//     %6 = memref.memory_space_cast %a : memref<4x6xf32> to memref<4x6xf32, 3>
//     %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<4x6xf32> -> memref<f32>, index, index, index, index, index
//     %7 = memref.extract_aligned_pointer_as_index %a : memref<4x6xf32> -> index
//     %8 = memref.rank %u : memref<*xf32>
//     %shape = memref.alloc() : memref<2xindex>
//     %9 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
//     memref.assume_alignment %a, 64 : memref<4x6xf32>
//     return
//   }
// }

// -----
// Allocation, globals and transfers.
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]> {alignment = 64 : i64}
memref.global @hole : memref<2x3xi32>
memref.global "public" @late : memref<2xi32> = uninitialized
func.func @memory(%n: index, %x: f32) {
  %0 = memref.get_global @table : memref<4xf32>
  %1 = memref.realloc %0(%n) {alignment = 32 : i64} : memref<4xf32> to memref<?xf32>
  %2 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
  %3 = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<f32>
    %b = memref.load %a[] : memref<f32>
    memref.alloca_scope.return %b : f32
  }
  memref.alloca_scope {
    %a = memref.alloca() : memref<f32>
  }
  %4 = memref.atomic_rmw addf %x, %0[%n] : (f32, memref<4xf32>) -> f32
  %5 = memref.generic_atomic_rmw %0[%n] : memref<4xf32> {
  ^bb0(%old: f32):
    %new = arith.addf %old, %x : f32
    memref.atomic_yield %new : f32
  }
  memref.prefetch %0[%n], read, locality<3>, data : memref<4xf32>
  memref.prefetch %0[%n], write, locality<0>, instr : memref<4xf32>
  %tag = memref.alloc() : memref<1xi32>
  %fast = memref.alloc() : memref<4xf32, 1>
  memref.dma_start %0[%n], %fast[%n], %n, %tag[%n] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  memref.dma_start %0[%n], %fast[%n], %n, %tag[%n], %n, %n : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%n], %n : memref<1xi32>
  %6 = memref.alloc(%n)[%n, %n] : memref<?xf32, strided<[?], offset: ?>>
  return
}
// EXPECTED
// module {
//   memref.global "private" constant @table : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> {alignment = 64 : i64}
//   memref.global @hole : memref<2x3xi32>
//   memref.global "public" @late : memref<2xi32> = uninitialized
//   func.func @memory(%n: index, %x: f32) {
//     %0 = memref.get_global @table : memref<4xf32>
//     %1 = memref.realloc %0(%n) {alignment = 32 : i64} : memref<4xf32> to memref<?xf32>
//     %2 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
//     %3 = memref.alloca_scope -> f32 {
//       %a = memref.alloca() : memref<f32>
//       %b = memref.load %a[] : memref<f32>
//       memref.alloca_scope.return %b : f32
//     }
//     memref.alloca_scope {
//       %a = memref.alloca() : memref<f32>
//     }
//     %4 = memref.atomic_rmw addf %x, %0[%n] : (f32, memref<4xf32>) -> f32
//     %5 = memref.generic_atomic_rmw %0[%n] : memref<4xf32> {
//     ^bb0(%old: f32):
//       %new = arith.addf %old, %x : f32
//       memref.atomic_yield %new : f32
//     }
//     memref.prefetch %0[%n], read, locality<3>, data : memref<4xf32>
//     memref.prefetch %0[%n], write, locality<0>, instr : memref<4xf32>
//     %tag = memref.alloc() : memref<1xi32>
//     %fast = memref.alloc() : memref<4xf32, 1>
//     memref.dma_start %0[%n], %fast[%n], %n, %tag[%n] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
//     memref.dma_start %0[%n], %fast[%n], %n, %tag[%n], %n, %n : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
//     memref.dma_wait %tag[%n], %n : memref<1xi32>
//     %6 = memref.alloc(%n)[%n, %n] : memref<?xf32, strided<[?], offset: ?>>
//     return
//   }
// }

// -----
// Attributes that say no more than that they are missing are dropped; those of the dictionary are kept.
func.func @defaults(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f32
  %1 = memref.load %m[%i] {nontemporal = true, kept = 1 : i32} : memref<4xf32>
  return %1 : f32
}
// EXPECTED
// module {
//   func.func @defaults(%m: memref<4xf32>, %i: index) -> f32 {
//     %0 = memref.load %m[%i] : memref<4xf32>
//     %1 = memref.load %m[%i] {kept = 1 : i32, nontemporal = true} : memref<4xf32>
//     return %1 : f32
//   }
// }

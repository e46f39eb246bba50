// RUN: parse
func.func @between(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = 1 : i64} : tensor<4x?xf32>
  %2 = bufferization.to_memref %t : memref<4x?xf32, strided<[?, 1], offset: ?>, 3>
  %3 = bufferization.to_memref %t read_only : memref<4x?xf32>
  %4 = bufferization.to_tensor %m restrict writable : memref<4x?xf32>
  %5 = bufferization.to_tensor %2 : memref<4x?xf32, strided<[?, 1], offset: ?>, 3>
  %6 = bufferization.materialize_in_destination %0 in %1 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  bufferization.materialize_in_destination %6 in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.dealloc_tensor %1 : tensor<4x?xf32>
  %7 = bufferization.clone %m : memref<4x?xf32> to memref<?x?xf32>
  return %4 : tensor<4x?xf32>
}
// EXPECTED
// module {
//   func.func @between(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %n: index) -> tensor<4x?xf32> {
//     %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
//     %1 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = 1 : i64} : tensor<4x?xf32>
//     %2 = bufferization.to_memref %t : memref<4x?xf32, strided<[?, 1], offset: ?>, 3>
//     %3 = bufferization.to_memref %t read_only : memref<4x?xf32>
//     %4 = bufferization.to_tensor %m restrict writable : memref<4x?xf32>
//     %5 = bufferization.to_tensor %2 : memref<4x?xf32, strided<[?, 1], offset: ?>, 3>
//     %6 = bufferization.materialize_in_destination %0 in %1 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
//     bufferization.materialize_in_destination %6 in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
//     bufferization.dealloc_tensor %1 : tensor<4x?xf32>
//     %7 = bufferization.clone %m : memref<4x?xf32> to memref<?x?xf32>
//     return %4 : tensor<4x?xf32>
//   }
// }

// -----
func.func @freed(%a: memref<2xf32>, %b: memref<*xi8>, %c: i1) -> i1 {
  %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xi8>) if (%c, %c) retain (%a, %b : memref<2xf32>, memref<*xi8>)
  bufferization.dealloc (%a : memref<2xf32>) if (%c) {tag}
  %1 = bufferization.dealloc retain (%a : memref<2xf32>)
  bufferization.dealloc
  return %1 : i1
}
// EXPECTED
// module {
//   func.func @freed(%a: memref<2xf32>, %b: memref<*xi8>, %c: i1) -> i1 {
//     %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xi8>) if (%c, %c) retain (%a, %b : memref<2xf32>, memref<*xi8>)
//     bufferization.dealloc (%a : memref<2xf32>) if (%c) {tag}
//     %1 = bufferization.dealloc retain (%a : memref<2xf32>)
//     bufferization.dealloc
//     return %1 : i1
//   }
// }

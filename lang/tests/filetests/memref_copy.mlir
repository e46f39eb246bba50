// RUN: loops

// Apart: an allocation, and an argument.
func.func @padded(%x: memref<4x6xf32>) -> memref<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%padded : memref<8x8xf32>)
  %inside = memref.subview %padded[2, 1] [4, 6] [1, 1] : memref<8x8xf32> to memref<4x6xf32, strided<[8, 1], offset: 17>>
  memref.copy %x, %inside : memref<4x6xf32> to memref<4x6xf32, strided<[8, 1], offset: 17>>
  return %padded : memref<8x8xf32>
}

// Two arguments, which may share memory.
func.func @arguments(%x: memref<?x6xf32>, %y: memref<?x6xf32>) {
  memref.copy %x, %y : memref<?x6xf32> to memref<?x6xf32>
  return
}

func.func @promised(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32>) {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// Parts of one array.
func.func @moved(%x: memref<?xf32>, %n: index) {
  %a = memref.subview %x[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %b = memref.subview %x[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  memref.copy %a, %b : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: 1>>
  return
}

func.func @scalar(%x: memref<f32> {llvm.noalias}, %y: memref<f32>) {
  memref.copy %x, %y : memref<f32> to memref<f32>
  return
}

// No rank is known.
func.func @stays(%x: memref<*xf32>, %y: memref<*xf32>) {
  memref.copy %x, %y : memref<*xf32> to memref<*xf32>
  return
}
// EXPECTED
// module {
//   func.func @padded(%x: memref<4x6xf32>) -> memref<8x8xf32> {
//     %zero = arith.constant 0.000000e+00 : f32
//     %padded = memref.alloc() : memref<8x8xf32>
//     affine.for %i0 = 0 to 8 {
//       affine.for %i1 = 0 to 8 {
//         affine.store %zero, %padded[%i0, %i1] : memref<8x8xf32>
//       }
//     }
//     %inside = memref.subview %padded[2, 1] [4, 6] [1, 1] : memref<8x8xf32> to memref<4x6xf32, strided<[8, 1], offset: 17>>
//     affine.for %i0 = 0 to 4 {
//       affine.for %i1 = 0 to 6 {
//         %0 = affine.load %x[%i0, %i1] : memref<4x6xf32>
//         affine.store %0, %inside[%i0, %i1] : memref<4x6xf32, strided<[8, 1], offset: 17>>
//       }
//     }
//     return %padded : memref<8x8xf32>
//   }
//   func.func @arguments(%x: memref<?x6xf32>, %y: memref<?x6xf32>) {
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %x, %0 : memref<?x6xf32>
//     %2 = memref.alloc(%1) : memref<?x6xf32>
//     affine.for %i0 = 0 to %1 {
//       affine.for %i1 = 0 to 6 {
//         %3 = affine.load %x[%i0, %i1] : memref<?x6xf32>
//         affine.store %3, %2[%i0, %i1] : memref<?x6xf32>
//       }
//     }
//     affine.for %i0 = 0 to %1 {
//       affine.for %i1 = 0 to 6 {
//         %3 = affine.load %2[%i0, %i1] : memref<?x6xf32>
//         affine.store %3, %y[%i0, %i1] : memref<?x6xf32>
//       }
//     }
//     memref.dealloc %2 : memref<?x6xf32>
//     return
//   }
//   func.func @promised(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32>) {
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %x, %0 : memref<?xf32>
//     affine.for %i0 = 0 to %1 {
//       %2 = affine.load %x[%i0] : memref<?xf32>
//       affine.store %2, %y[%i0] : memref<?xf32>
//     }
//     return
//   }
//   func.func @moved(%x: memref<?xf32>, %n: index) {
//     %a = memref.subview %x[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
//     %b = memref.subview %x[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %a, %0 : memref<?xf32, strided<[1]>>
//     %2 = memref.alloc(%1) : memref<?xf32>
//     affine.for %i0 = 0 to %1 {
//       %3 = affine.load %a[%i0] : memref<?xf32, strided<[1]>>
//       affine.store %3, %2[%i0] : memref<?xf32>
//     }
//     affine.for %i0 = 0 to %1 {
//       %3 = affine.load %2[%i0] : memref<?xf32>
//       affine.store %3, %b[%i0] : memref<?xf32, strided<[1], offset: 1>>
//     }
//     memref.dealloc %2 : memref<?xf32>
//     return
//   }
//   func.func @scalar(%x: memref<f32> {llvm.noalias}, %y: memref<f32>) {
//     %0 = affine.load %x[] : memref<f32>
//     affine.store %0, %y[] : memref<f32>
//     return
//   }
//   func.func @stays(%x: memref<*xf32>, %y: memref<*xf32>) {
//     memref.copy %x, %y : memref<*xf32> to memref<*xf32>
//     return
//   }
// }

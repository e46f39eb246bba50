// RUN: loops
func.func @matmul(%A: memref<4x8xf32>, %B: memref<8x16xf32>, %C: memref<4x16xf32>) {
  linalg.matmul ins(%A, %B : memref<4x8xf32>, memref<8x16xf32>) outs(%C : memref<4x16xf32>)
  return
}
// EXPECTED
// module {
//   func.func @matmul(%A: memref<4x8xf32>, %B: memref<8x16xf32>, %C: memref<4x16xf32>) {
//     affine.for %m = 0 to 4 {
//       affine.for %n = 0 to 16 {
//         affine.for %k = 0 to 8 {
//           %0 = affine.load %A[%m, %k] : memref<4x8xf32>
//           %1 = affine.load %B[%k, %n] : memref<8x16xf32>
//           %2 = affine.load %C[%m, %n] : memref<4x16xf32>
//           %3 = arith.mulf %0, %1 : f32
//           %4 = arith.addf %2, %3 : f32
//           affine.store %4, %C[%m, %n] : memref<4x16xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// An extent is taken from the first operand that has it, or from one whose type says it.
func.func @dynamic(%A: memref<?x?xf32>, %B: memref<?x16xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x16xf32>) outs(%C : memref<?x?xf32>)
  return
}
// EXPECTED
// module {
//   func.func @dynamic(%A: memref<?x?xf32>, %B: memref<?x16xf32>, %C: memref<?x?xf32>) {
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %A, %0 : memref<?x?xf32>
//     %2 = arith.constant 1 : index
//     %3 = memref.dim %A, %2 : memref<?x?xf32>
//     affine.for %m = 0 to %1 {
//       affine.for %n = 0 to 16 {
//         affine.for %k = 0 to %3 {
//           %4 = affine.load %A[%m, %k] : memref<?x?xf32>
//           %5 = affine.load %B[%k, %n] : memref<?x16xf32>
//           %6 = affine.load %C[%m, %n] : memref<?x?xf32>
//           %7 = arith.mulf %4, %5 : f32
//           %8 = arith.addf %6, %7 : f32
//           affine.store %8, %C[%m, %n] : memref<?x?xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
func.func @window(%I: memref<1x11x9x3xi8>, %K: memref<3x2x3x4xi8>, %O: memref<1x5x4x4xi32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%I, %K : memref<1x11x9x3xi8>, memref<3x2x3x4xi8>) outs(%O : memref<1x5x4x4xi32>)
  return
}
// EXPECTED
// module {
//   func.func @window(%I: memref<1x11x9x3xi8>, %K: memref<3x2x3x4xi8>, %O: memref<1x5x4x4xi32>) {
//     affine.for %n = 0 to 1 {
//       affine.for %oh = 0 to 5 {
//         affine.for %ow = 0 to 4 {
//           affine.for %f = 0 to 4 {
//             affine.for %kh = 0 to 3 {
//               affine.for %kw = 0 to 2 {
//                 affine.for %c = 0 to 3 {
//                   %0 = affine.load %I[%n, %oh * 2 + %kh, %ow * 2 + %kw * 2, %c] : memref<1x11x9x3xi8>
//                   %1 = affine.load %K[%kh, %kw, %c, %f] : memref<3x2x3x4xi8>
//                   %2 = affine.load %O[%n, %oh, %ow, %f] : memref<1x5x4x4xi32>
//                   %3 = arith.extsi %0 : i8 to i32
//                   %4 = arith.extsi %1 : i8 to i32
//                   %5 = arith.muli %3, %4 : i32
//                   %6 = arith.addi %2, %5 : i32
//                   affine.store %6, %O[%n, %oh, %ow, %f] : memref<1x5x4x4xi32>
//                 }
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
// Elements that nobody uses are not read, and scalars are what they are.
func.func @fill(%x: f32, %A: memref<?xf32, strided<[2], offset: ?>>, %s: memref<f32>) {
  linalg.fill ins(%x : f32) outs(%A : memref<?xf32, strided<[2], offset: ?>>)
  linalg.fill ins(%x : f32) outs(%s : memref<f32>)
  return
}
// EXPECTED
// module {
//   func.func @fill(%x: f32, %A: memref<?xf32, strided<[2], offset: ?>>, %s: memref<f32>) {
//     %0 = arith.constant 0 : index
//     %1 = memref.dim %A, %0 : memref<?xf32, strided<[2], offset: ?>>
//     affine.for %i0 = 0 to %1 {
//       affine.store %x, %A[%i0] : memref<?xf32, strided<[2], offset: ?>>
//     }
//     affine.store %x, %s[] : memref<f32>
//     return
//   }
// }

// -----
// Two results, an index, and what is computed in a region.
func.func @generic(%A: memref<5x7xf32>, %least: memref<5xf32>, %at: memref<5xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%A : memref<5x7xf32>) outs(%least, %at : memref<5xf32>, memref<5xindex>) {
  ^bb0(%a: f32, %l: f32, %i: index):
    %less = arith.cmpf olt, %a, %l : f32
    %j = linalg.index 1 : index
    %value, %place = scf.if %less -> (f32, index) {
      scf.yield %a, %j : f32, index
    } else {
      scf.yield %l, %i : f32, index
    }
    linalg.yield %value, %place : f32, index
  }
  return
}
// EXPECTED
// module {
//   func.func @generic(%A: memref<5x7xf32>, %least: memref<5xf32>, %at: memref<5xindex>) {
//     affine.for %i0 = 0 to 5 {
//       affine.for %i1 = 0 to 7 {
//         %0 = affine.load %A[%i0, %i1] : memref<5x7xf32>
//         %1 = affine.load %least[%i0] : memref<5xf32>
//         %2 = affine.load %at[%i0] : memref<5xindex>
//         %less = arith.cmpf olt, %0, %1 : f32
//         %value, %place = scf.if %less -> (f32, index) {
//           scf.yield %0, %i1 : f32, index
//         } else {
//           scf.yield %1, %2 : f32, index
//         }
//         affine.store %value, %least[%i0] : memref<5xf32>
//         affine.store %place, %at[%i0] : memref<5xindex>
//       }
//     }
//     return
//   }
// }

// -----
func.func @others(%A: memref<3x4xf32>, %T: memref<4x3xf32>, %r: memref<3xf32>, %w: memref<3x5x4xf32>) {
  linalg.map { math.absf } ins(%A : memref<3x4xf32>) outs(%A : memref<3x4xf32>)
  linalg.transpose ins(%A : memref<3x4xf32>) outs(%T : memref<4x3xf32>) permutation = [1, 0]
  linalg.reduce { arith.maximumf } ins(%A : memref<3x4xf32>) outs(%r : memref<3xf32>) dimensions = [1]
  linalg.broadcast ins(%A : memref<3x4xf32>) outs(%w : memref<3x5x4xf32>) dimensions = [1]
  return
}
// EXPECTED
// module {
//   func.func @others(%A: memref<3x4xf32>, %T: memref<4x3xf32>, %r: memref<3xf32>, %w: memref<3x5x4xf32>) {
//     affine.for %i0 = 0 to 3 {
//       affine.for %i1 = 0 to 4 {
//         %0 = affine.load %A[%i0, %i1] : memref<3x4xf32>
//         %1 = math.absf %0 : f32
//         affine.store %1, %A[%i0, %i1] : memref<3x4xf32>
//       }
//     }
//     affine.for %i0 = 0 to 4 {
//       affine.for %i1 = 0 to 3 {
//         %0 = affine.load %A[%i1, %i0] : memref<3x4xf32>
//         affine.store %0, %T[%i0, %i1] : memref<4x3xf32>
//       }
//     }
//     affine.for %i0 = 0 to 3 {
//       affine.for %i1 = 0 to 4 {
//         %0 = affine.load %A[%i0, %i1] : memref<3x4xf32>
//         %1 = affine.load %r[%i0] : memref<3xf32>
//         %2 = arith.maximumf %1, %0 : f32
//         affine.store %2, %r[%i0] : memref<3xf32>
//       }
//     }
//     affine.for %i0 = 0 to 3 {
//       affine.for %i1 = 0 to 5 {
//         affine.for %i2 = 0 to 4 {
//           %0 = affine.load %A[%i0, %i2] : memref<3x4xf32>
//           affine.store %0, %w[%i0, %i1, %i2] : memref<3x5x4xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
func.func @softmax(%A: memref<2x?xf32>, %B: memref<2x?xf32>) {
  linalg.softmax dimension(1) ins(%A : memref<2x?xf32>) outs(%B : memref<2x?xf32>)
  return
}
// EXPECTED
// module {
//   func.func @softmax(%A: memref<2x?xf32>, %B: memref<2x?xf32>) {
//     %0 = arith.constant 1 : index
//     %1 = memref.dim %B, %0 : memref<2x?xf32>
//     %2 = arith.constant 0xFF800000 : f32
//     %3 = arith.constant 0.000000e+00 : f32
//     affine.for %i0 = 0 to 2 {
//       %4 = affine.for %i1 = 0 to %1 iter_args(%arg0 = %2) -> (f32) {
//         %6 = affine.load %A[%i0, %i1] : memref<2x?xf32>
//         %7 = arith.maxnumf %6, %arg0 : f32
//         affine.yield %7 : f32
//       }
//       %5 = affine.for %i1 = 0 to %1 iter_args(%arg0 = %3) -> (f32) {
//         %6 = affine.load %A[%i0, %i1] : memref<2x?xf32>
//         %7 = arith.subf %6, %4 : f32
//         %8 = math.exp %7 : f32
//         affine.store %8, %B[%i0, %i1] : memref<2x?xf32>
//         %9 = arith.addf %8, %arg0 : f32
//         affine.yield %9 : f32
//       }
//       affine.for %i1 = 0 to %1 {
//         %6 = affine.load %B[%i0, %i1] : memref<2x?xf32>
//         %7 = arith.divf %6, %5 : f32
//         affine.store %7, %B[%i0, %i1] : memref<2x?xf32>
//       }
//     }
//     return
//   }
// }

// -----
// A product inside of loops: what is subscripted is symbols, or the loops are those of scf.
func.func @inside(%A: memref<?x?xf32>, %B: memref<8x8xf32>, %n: index, %ns: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    linalg.copy ins(%B : memref<8x8xf32>) outs(%B : memref<8x8xf32>)
    %m = memref.load %ns[%i] : memref<?xindex>
    %row = memref.subview %A[%i, 0] [2, %m] [1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i mod 2 + 1, (i + j) floordiv 4)>],
        iterator_types = ["parallel", "reduction"]}
      ins(%row : memref<2x?xf32, strided<[?, 1], offset: ?>>) outs(%B : memref<8x8xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %b, %a : f32
      linalg.yield %s : f32
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @inside(%A: memref<?x?xf32>, %B: memref<8x8xf32>, %n: index, %ns: memref<?xindex>) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     affine.for %i = 0 to %n {
//       affine.for %i0 = 0 to 8 {
//         affine.for %i1 = 0 to 8 {
//           %5 = affine.load %B[%i0, %i1] : memref<8x8xf32>
//           affine.store %5, %B[%i0, %i1] : memref<8x8xf32>
//         }
//       }
//       %m = memref.load %ns[%i] : memref<?xindex>
//       %row = memref.subview %A[%i, 0] [2, %m] [1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
//       %0 = arith.constant 2 : index
//       %1 = arith.constant 0 : index
//       %2 = arith.constant 1 : index
//       %3 = arith.constant 0 : index
//       %4 = arith.constant 1 : index
//       scf.for %i0 = %1 to %0 step %2 {
//         scf.for %i1 = %3 to %m step %4 {
//           %5 = memref.load %row[%i0, %i1] : memref<2x?xf32, strided<[?, 1], offset: ?>>
//           %6 = arith.constant 2 : index
//           %7 = arith.floordivsi %i0, %6 : index
//           %8 = arith.muli %7, %6 : index
//           %9 = arith.subi %i0, %8 : index
//           %10 = arith.constant 1 : index
//           %11 = arith.addi %9, %10 : index
//           %12 = arith.addi %i0, %i1 : index
//           %13 = arith.constant 4 : index
//           %14 = arith.floordivsi %12, %13 : index
//           %15 = memref.load %B[%11, %14] : memref<8x8xf32>
//           %s = arith.addf %15, %5 : f32
//           %16 = arith.constant 2 : index
//           %17 = arith.floordivsi %i0, %16 : index
//           %18 = arith.muli %17, %16 : index
//           %19 = arith.subi %i0, %18 : index
//           %20 = arith.constant 1 : index
//           %21 = arith.addi %19, %20 : index
//           %22 = arith.addi %i0, %i1 : index
//           %23 = arith.constant 4 : index
//           %24 = arith.floordivsi %22, %23 : index
//           memref.store %s, %B[%21, %24] : memref<8x8xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
// Of tensors nothing becomes loops.
func.func @tensors(%A: tensor<4x8xf32>, %B: tensor<8x4xf32>, %C: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %D = linalg.matmul ins(%A, %B : tensor<4x8xf32>, tensor<8x4xf32>) outs(%C : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %D : tensor<4x4xf32>
}
// EXPECTED
// module {
//   func.func @tensors(%A: tensor<4x8xf32>, %B: tensor<8x4xf32>, %C: tensor<4x4xf32>) -> tensor<4x4xf32> {
//     %D = linalg.matmul ins(%A, %B : tensor<4x8xf32>, tensor<8x4xf32>) outs(%C : tensor<4x4xf32>) -> tensor<4x4xf32>
//     return %D : tensor<4x4xf32>
//   }
// }

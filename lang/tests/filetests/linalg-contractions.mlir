// RUN: parse
func.func @dot(%a: memref<2xf16>, %b: memref<2xf16>, %o: memref<f32>) {
  linalg.dot ins(%a, %b : memref<2xf16>, memref<2xf16>) outs(%o : memref<f32>)
  return
}
// EXPECTED
// module {
//   func.func @dot(%a: memref<2xf16>, %b: memref<2xf16>, %o: memref<f32>) {
//     linalg.dot ins(%a, %b : memref<2xf16>, memref<2xf16>) outs(%o : memref<f32>)
//     return
//   }
// }

// -----
func.func @matvec(%a: tensor<2x3xf16>, %b: tensor<3xf16>, %o: tensor<2xf32>) {
  %r = linalg.matvec ins(%a, %b : tensor<2x3xf16>, tensor<3xf16>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  return
}
// EXPECTED
// module {
//   func.func @matvec(%a: tensor<2x3xf16>, %b: tensor<3xf16>, %o: tensor<2xf32>) {
//     %r = linalg.matvec ins(%a, %b : tensor<2x3xf16>, tensor<3xf16>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
//     return
//   }
// }

// -----
func.func @vecmat(%a: memref<3xf16>, %b: memref<3x2xf16>, %o: memref<2xf32>) {
  linalg.vecmat ins(%a, %b : memref<3xf16>, memref<3x2xf16>) outs(%o : memref<2xf32>)
  return
}
// EXPECTED
// module {
//   func.func @vecmat(%a: memref<3xf16>, %b: memref<3x2xf16>, %o: memref<2xf32>) {
//     linalg.vecmat ins(%a, %b : memref<3xf16>, memref<3x2xf16>) outs(%o : memref<2xf32>)
//     return
//   }
// }

// -----
func.func @matmul(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>, %o: tensor<2x3xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<2x4xf16>, tensor<4x3xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @matmul(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>, %o: tensor<2x3xf32>) {
//     %r = linalg.matmul ins(%a, %b : tensor<2x4xf16>, tensor<4x3xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
//     return
//   }
// }

// -----
func.func @matmul_transpose_a(%a: memref<4x2xf16>, %b: memref<4x3xf16>, %o: memref<2x3xf32>) {
  linalg.matmul_transpose_a ins(%a, %b : memref<4x2xf16>, memref<4x3xf16>) outs(%o : memref<2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @matmul_transpose_a(%a: memref<4x2xf16>, %b: memref<4x3xf16>, %o: memref<2x3xf32>) {
//     linalg.matmul_transpose_a ins(%a, %b : memref<4x2xf16>, memref<4x3xf16>) outs(%o : memref<2x3xf32>)
//     return
//   }
// }

// -----
func.func @matmul_transpose_b(%a: tensor<2x4xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3xf32>) {
  %r = linalg.matmul_transpose_b ins(%a, %b : tensor<2x4xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @matmul_transpose_b(%a: tensor<2x4xf16>, %b: tensor<3x4xf16>, %o: tensor<2x3xf32>) {
//     %r = linalg.matmul_transpose_b ins(%a, %b : tensor<2x4xf16>, tensor<3x4xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
//     return
//   }
// }

// -----
func.func @quantized_matmul(%a: memref<2x4xi8>, %b: memref<4x3xi8>, %c: i32, %d: i32, %o: memref<2x3xi32>) {
  linalg.quantized_matmul ins(%a, %b, %c, %d : memref<2x4xi8>, memref<4x3xi8>, i32, i32) outs(%o : memref<2x3xi32>)
  return
}
// EXPECTED
// module {
//   func.func @quantized_matmul(%a: memref<2x4xi8>, %b: memref<4x3xi8>, %c: i32, %d: i32, %o: memref<2x3xi32>) {
//     linalg.quantized_matmul ins(%a, %b, %c, %d : memref<2x4xi8>, memref<4x3xi8>, i32, i32) outs(%o : memref<2x3xi32>)
//     return
//   }
// }

// -----
func.func @mmt4d(%a: tensor<2x4x2x4xf16>, %b: tensor<3x4x3x4xf16>, %o: tensor<2x3x2x3xf32>) {
  %r = linalg.mmt4d ins(%a, %b : tensor<2x4x2x4xf16>, tensor<3x4x3x4xf16>) outs(%o : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @mmt4d(%a: tensor<2x4x2x4xf16>, %b: tensor<3x4x3x4xf16>, %o: tensor<2x3x2x3xf32>) {
//     %r = linalg.mmt4d ins(%a, %b : tensor<2x4x2x4xf16>, tensor<3x4x3x4xf16>) outs(%o : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
//     return
//   }
// }

// -----
func.func @batch_matvec(%a: memref<2x3x4xf16>, %b: memref<2x4xf16>, %o: memref<2x3xf32>) {
  linalg.batch_matvec ins(%a, %b : memref<2x3x4xf16>, memref<2x4xf16>) outs(%o : memref<2x3xf32>)
  return
}
// EXPECTED
// module {
//   func.func @batch_matvec(%a: memref<2x3x4xf16>, %b: memref<2x4xf16>, %o: memref<2x3xf32>) {
//     linalg.batch_matvec ins(%a, %b : memref<2x3x4xf16>, memref<2x4xf16>) outs(%o : memref<2x3xf32>)
//     return
//   }
// }

// -----
func.func @batch_vecmat(%a: tensor<2x4xf16>, %b: tensor<2x4x3xf16>, %o: tensor<2x3xf32>) {
  %r = linalg.batch_vecmat ins(%a, %b : tensor<2x4xf16>, tensor<2x4x3xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// EXPECTED
// module {
//   func.func @batch_vecmat(%a: tensor<2x4xf16>, %b: tensor<2x4x3xf16>, %o: tensor<2x3xf32>) {
//     %r = linalg.batch_vecmat ins(%a, %b : tensor<2x4xf16>, tensor<2x4x3xf16>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
//     return
//   }
// }

// -----
func.func @batch_matmul(%a: memref<2x3x2xf16>, %b: memref<2x2x4xf16>, %o: memref<2x3x4xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x3x2xf16>, memref<2x2x4xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @batch_matmul(%a: memref<2x3x2xf16>, %b: memref<2x2x4xf16>, %o: memref<2x3x4xf32>) {
//     linalg.batch_matmul ins(%a, %b : memref<2x3x2xf16>, memref<2x2x4xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @batch_matmul_transpose_a(%a: tensor<2x2x3xf16>, %b: tensor<2x2x4xf16>, %o: tensor<2x3x4xf32>) {
  %r = linalg.batch_matmul_transpose_a ins(%a, %b : tensor<2x2x3xf16>, tensor<2x2x4xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @batch_matmul_transpose_a(%a: tensor<2x2x3xf16>, %b: tensor<2x2x4xf16>, %o: tensor<2x3x4xf32>) {
//     %r = linalg.batch_matmul_transpose_a ins(%a, %b : tensor<2x2x3xf16>, tensor<2x2x4xf16>) outs(%o : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//     return
//   }
// }

// -----
func.func @batch_matmul_transpose_b(%a: memref<2x3x2xf16>, %b: memref<2x4x2xf16>, %o: memref<2x3x4xf32>) {
  linalg.batch_matmul_transpose_b ins(%a, %b : memref<2x3x2xf16>, memref<2x4x2xf16>) outs(%o : memref<2x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @batch_matmul_transpose_b(%a: memref<2x3x2xf16>, %b: memref<2x4x2xf16>, %o: memref<2x3x4xf32>) {
//     linalg.batch_matmul_transpose_b ins(%a, %b : memref<2x3x2xf16>, memref<2x4x2xf16>) outs(%o : memref<2x3x4xf32>)
//     return
//   }
// }

// -----
func.func @quantized_batch_matmul(%a: tensor<2x3x2xi8>, %b: tensor<2x2x4xi8>, %c: i32, %d: i32, %o: tensor<2x3x4xi32>) {
  %r = linalg.quantized_batch_matmul ins(%a, %b, %c, %d : tensor<2x3x2xi8>, tensor<2x2x4xi8>, i32, i32) outs(%o : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}
// EXPECTED
// module {
//   func.func @quantized_batch_matmul(%a: tensor<2x3x2xi8>, %b: tensor<2x2x4xi8>, %c: i32, %d: i32, %o: tensor<2x3x4xi32>) {
//     %r = linalg.quantized_batch_matmul ins(%a, %b, %c, %d : tensor<2x3x2xi8>, tensor<2x2x4xi8>, i32, i32) outs(%o : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
//     return
//   }
// }

// -----
func.func @batch_mmt4d(%a: memref<2x3x2x3x2xf16>, %b: memref<2x4x2x4x2xf16>, %o: memref<2x3x4x3x4xf32>) {
  linalg.batch_mmt4d ins(%a, %b : memref<2x3x2x3x2xf16>, memref<2x4x2x4x2xf16>) outs(%o : memref<2x3x4x3x4xf32>)
  return
}
// EXPECTED
// module {
//   func.func @batch_mmt4d(%a: memref<2x3x2x3x2xf16>, %b: memref<2x4x2x4x2xf16>, %o: memref<2x3x4x3x4xf32>) {
//     linalg.batch_mmt4d ins(%a, %b : memref<2x3x2x3x2xf16>, memref<2x4x2x4x2xf16>) outs(%o : memref<2x3x4x3x4xf32>)
//     return
//   }
// }

// -----
func.func @batch_reduce_matmul(%a: tensor<2x3x2xf32>, %b: tensor<2x2x4xf32>, %o: tensor<3x4xf32>) {
  %r = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x3x2xf32>, tensor<2x2x4xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
// EXPECTED
// module {
//   func.func @batch_reduce_matmul(%a: tensor<2x3x2xf32>, %b: tensor<2x2x4xf32>, %o: tensor<3x4xf32>) {
//     %r = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x3x2xf32>, tensor<2x2x4xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
//     return
//   }
// }

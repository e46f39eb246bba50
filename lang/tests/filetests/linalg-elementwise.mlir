// RUN: parse
func.func @all(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %o: memref<4x?xf32>) {
  linalg.abs ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.ceil ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.erf ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.exp ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.floor ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.log ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.negf ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.reciprocal ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.round ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.rsqrt ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.sqrt ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.square ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.tanh ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.add ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.sub ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.mul ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.div ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.max ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.min ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  linalg.powf ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  return
}
// EXPECTED
// module {
//   func.func @all(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %o: memref<4x?xf32>) {
//     linalg.abs ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.ceil ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.erf ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.exp ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.floor ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.log ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.negf ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.reciprocal ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.round ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.rsqrt ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.sqrt ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.square ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.tanh ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.add ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.sub ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.mul ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.div ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.max ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.min ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     linalg.powf ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%o : memref<4x?xf32>)
//     return
//   }
// }

// -----
func.func @div_unsigned(%a: memref<4x?xi8>, %b: memref<4x?xi8>, %o: memref<4x?xi8>) {
  linalg.div_unsigned ins(%a, %b : memref<4x?xi8>, memref<4x?xi8>) outs(%o : memref<4x?xi8>)
  return
}
// EXPECTED
// module {
//   func.func @div_unsigned(%a: memref<4x?xi8>, %b: memref<4x?xi8>, %o: memref<4x?xi8>) {
//     linalg.div_unsigned ins(%a, %b : memref<4x?xi8>, memref<4x?xi8>) outs(%o : memref<4x?xi8>)
//     return
//   }
// }

// -----
// The word of an attribute may have white space around it.
func.func @white_space(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.elemwise_unary {fun = #linalg.unary_fn< tanh >} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// EXPECTED
// module {
//   func.func @white_space(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
//     %0 = linalg.elemwise_unary {fun = #linalg.unary_fn<tanh>} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
//     return %0 : tensor<4xf32>
//   }
// }

// RUN: parse
func.func @map(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%a, %b : tensor<4x?xf32>, tensor<4x?xf32>) outs(%a : tensor<4x?xf32>)
  %1 = linalg.map ins(%0 : tensor<4x?xf32>) outs(%a : tensor<4x?xf32>) {tag}
    (%x: f32) {
      %2 = arith.mulf %x, %x : f32
      %3 = math.sqrt %2 : f32
      linalg.yield %3 : f32
    }
  return %1 : tensor<4x?xf32>
}
// EXPECTED
// module {
//   func.func @map(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {
//     %0 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%a, %b : tensor<4x?xf32>, tensor<4x?xf32>) outs(%a : tensor<4x?xf32>)
//     %1 = linalg.map ins(%0 : tensor<4x?xf32>) outs(%a : tensor<4x?xf32>) {tag}
//       (%x: f32) {
//         %2 = arith.mulf %x, %x : f32
//         %3 = math.sqrt %2 : f32
//         linalg.yield %3 : f32
//       }
//     return %1 : tensor<4x?xf32>
//   }
// }

// -----
// A region of one operation is written short, of whichever dialect the operation is.
func.func @short(%a: memref<8xf32>) {
  linalg.map ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
    (%x: f32) {
      %y = "other.op"(%x) {n = 3 : i64} : (f32) -> f32
      linalg.yield %y : f32
    }
  linalg.map { math.absf } ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// EXPECTED
// module {
//   func.func @short(%a: memref<8xf32>) {
//     linalg.map { other.op {n = 3 : i64} } ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
//     linalg.map { math.absf } ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
//     return
//   }
// }

// -----
// A constant needs no input.
func.func @no_input(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map outs(%a : tensor<8xf32>)
    () {
      %c = arith.constant 1.0 : f32
      linalg.yield %c : f32
    }
  return %0 : tensor<8xf32>
}
// EXPECTED
// module {
//   func.func @no_input(%a: tensor<8xf32>) -> tensor<8xf32> {
//     %0 = linalg.map outs(%a : tensor<8xf32>)
//       () {
//         %c = arith.constant 1.000000e+00 : f32
//         linalg.yield %c : f32
//       }
//     return %0 : tensor<8xf32>
//   }
// }

// -----
func.func @reduce(%a: tensor<4x8x2xf32>, %s: tensor<8xf32>, %i: memref<4xi32>, %m: memref<i32>) -> tensor<8xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8x2xf32>) outs(%s : tensor<8xf32>) dimensions = [0, 2]
  linalg.reduce ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%m, %m : memref<i32>, memref<i32>) dimensions = [0] {tag}
    (%x: i32, %y: i32, %p: i32, %q: i32) {
      %1 = arith.addi %x, %p : i32
      %2 = arith.muli %y, %q : i32
      linalg.yield %1, %2 : i32, i32
    }
  return %0 : tensor<8xf32>
}
// EXPECTED
// module {
//   func.func @reduce(%a: tensor<4x8x2xf32>, %s: tensor<8xf32>, %i: memref<4xi32>, %m: memref<i32>) -> tensor<8xf32> {
//     %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8x2xf32>) outs(%s : tensor<8xf32>) dimensions = [0, 2]
//     linalg.reduce ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%m, %m : memref<i32>, memref<i32>) dimensions = [0] {tag}
//       (%x: i32, %y: i32, %p: i32, %q: i32) {
//         %1 = arith.addi %x, %p : i32
//         %2 = arith.muli %y, %q : i32
//         linalg.yield %1, %2 : i32, i32
//       }
//     return %0 : tensor<8xf32>
//   }
// }

// -----
// The short form puts what was accumulated first; an operation on the element first is written out.
func.func @order(%a: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce ins(%a : tensor<4xf32>) outs(%s : tensor<f32>) dimensions = [0]
    (%x: f32, %acc: f32) {
      %1 = arith.subf %x, %acc : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<f32>
}
// EXPECTED
// module {
//   func.func @order(%a: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
//     %0 = linalg.reduce ins(%a : tensor<4xf32>) outs(%s : tensor<f32>) dimensions = [0]
//       (%x: f32, %acc: f32) {
//         %1 = arith.subf %x, %acc : f32
//         linalg.yield %1 : f32
//       }
//     return %0 : tensor<f32>
//   }
// }

// -----
func.func @rearranged(%a: tensor<2x3x?xf32>, %t: tensor<?x2x3xf32>, %m: memref<4xf32>, %n: memref<2x4xf32>) -> tensor<?x2x3xf32> {
  %0 = linalg.transpose ins(%a : tensor<2x3x?xf32>) outs(%t : tensor<?x2x3xf32>) permutation = [2, 0, 1]
  linalg.broadcast ins(%m : memref<4xf32>) outs(%n : memref<2x4xf32>) dimensions = [0] {tag}
  return %0 : tensor<?x2x3xf32>
}
// EXPECTED
// module {
//   func.func @rearranged(%a: tensor<2x3x?xf32>, %t: tensor<?x2x3xf32>, %m: memref<4xf32>, %n: memref<2x4xf32>) -> tensor<?x2x3xf32> {
//     %0 = linalg.transpose ins(%a : tensor<2x3x?xf32>) outs(%t : tensor<?x2x3xf32>) permutation = [2, 0, 1]
//     linalg.broadcast ins(%m : memref<4xf32>) outs(%n : memref<2x4xf32>) dimensions = [0] {tag}
//     return %0 : tensor<?x2x3xf32>
//   }
// }

// RUN: interpret
// args: [0, 0, 0, 0] 2x2[0, 0, 0, 0]
// args: [0, 1, 1, 0] 2x2[0, 0, 0, 0]
// args: [0, 1, 1, 0] 1x2[0, 0]
func.func @rows(%x: tensor<2x2xf64>, %y: tensor<?x?xf64>) -> tensor<2x2xf64> {
  %e = tensor.cast %x : tensor<2x2xf64> to tensor<?x?xf64>
  %r = linalg.softmax dimension(1) ins(%e : tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  %s = tensor.cast %r : tensor<?x?xf64> to tensor<2x2xf64>
  return %s : tensor<2x2xf64>
}
// EXPECTED
// 2x2[0.5, 0.5, 0.5, 0.5]
// 2x2[0.2689414213699951, 0.7310585786300049, 0.7310585786300049, 0.2689414213699951]
// 7:8: linalg.softmax: the shapes disagree: 2x2 and 1x2

// -----
// In place, along the first dimension; numbers whose exponentials overflow do not.
// args: [1000, -5, 1000, -5]
func.func @in_place(%x: memref<2x2xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<2x2xf32>) outs(%x : memref<2x2xf32>)
  return
}
// EXPECTED
// [0.5, 0.5, 0.5, 0.5]

// -----
// Without elements there is nothing to write.
// args: 0x2[] 0x2[]
// args: 2x0[] 2x0[]
func.func @empty(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}
// EXPECTED
// [] []
// [] []

// The buffer of a tensor that nobody stores to holds what the tensor does.
// verdict: proved
func.func @f(%A: tensor<2x3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = bufferization.to_memref %A : memref<2x3xf32>
  %x = memref.load %m[%c0, %c1] : memref<2x3xf32>
  return %x : f32
}
// -----
func.func @f(%A: tensor<2x3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.extract %A[%c0, %c1] : tensor<2x3xf32>
  return %x : f32
}

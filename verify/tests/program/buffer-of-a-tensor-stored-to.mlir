// Whether a store to the buffer of a tensor is seen in the tensor is not known.
// verdict: unknown
func.func @f(%A: tensor<2xf32>, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %m = bufferization.to_memref %A : memref<2xf32>
  memref.store %y, %m[%c0] : memref<2xf32>
  %x = tensor.extract %A[%c0] : tensor<2xf32>
  return %x : f32
}
// -----
func.func @f(%A: tensor<2xf32>, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %x = tensor.extract %A[%c0] : tensor<2xf32>
  return %x : f32
}

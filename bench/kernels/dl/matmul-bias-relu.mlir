// C = max(A * B + bias, 0), the layer of a neural network.
func.func @matmul_bias_relu(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias},
                            %bias: memref<512xf32> {llvm.noalias}, %C: memref<512x512xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %start = affine.load %bias[%j] : memref<512xf32>
      affine.store %start, %C[%i, %j] : memref<512x512xf32>
      affine.for %k = 0 to 512 {
        %a = affine.load %A[%i, %k] : memref<512x512xf32>
        %b = affine.load %B[%k, %j] : memref<512x512xf32>
        %c = affine.load %C[%i, %j] : memref<512x512xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<512x512xf32>
      }
      %linear = affine.load %C[%i, %j] : memref<512x512xf32>
      %positive = arith.maximumf %linear, %zero : f32
      affine.store %positive, %C[%i, %j] : memref<512x512xf32>
    }
  }
  return
}

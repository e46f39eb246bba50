// The text of a small matrix product, as somebody would write it.
func.func @product(%A: memref<4x6xf32> {llvm.noalias}, %B: memref<6x5xf32> {llvm.noalias}, %C: memref<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      affine.store %zero, %C[%i, %j] : memref<4x5xf32>
      affine.for %k = 0 to 6 {
        %a = affine.load %A[%i, %k] : memref<4x6xf32>
        %b = affine.load %B[%k, %j] : memref<6x5xf32>
        %c = affine.load %C[%i, %j] : memref<4x5xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<4x5xf32>
      }
    }
  }
  return
}

// A 5×5 convolution of one channel, in place as a textbook writes it.
func.func @conv5x5(%in: memref<516x516xf32> {llvm.noalias}, %w: memref<5x5xf32> {llvm.noalias},
                   %out: memref<512x512xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.store %zero, %out[%i, %j] : memref<512x512xf32>
      affine.for %u = 0 to 5 {
        affine.for %v = 0 to 5 {
          %a = affine.load %in[%i + %u, %j + %v] : memref<516x516xf32>
          %b = affine.load %w[%u, %v] : memref<5x5xf32>
          %c = affine.load %out[%i, %j] : memref<512x512xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %out[%i, %j] : memref<512x512xf32>
        }
      }
    }
  }
  return
}

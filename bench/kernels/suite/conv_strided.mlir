// A 3×3 convolution of stride 2 over 32 channels, NCHW.
func.func @conv_strided(%in: memref<32x57x57xf32> {llvm.noalias}, %w: memref<32x32x3x3xf32> {llvm.noalias},
                        %out: memref<32x28x28xf32> {llvm.noalias}) {
  affine.for %f = 0 to 32 {
    affine.for %i = 0 to 28 {
      affine.for %j = 0 to 28 {
        affine.for %c = 0 to 32 {
          affine.for %u = 0 to 3 {
            affine.for %v = 0 to 3 {
              %a = affine.load %in[%c, %i * 2 + %u, %j * 2 + %v] : memref<32x57x57xf32>
              %b = affine.load %w[%f, %c, %u, %v] : memref<32x32x3x3xf32>
              %s = affine.load %out[%f, %i, %j] : memref<32x28x28xf32>
              %p = arith.mulf %a, %b : f32
              %t = arith.addf %s, %p : f32
              affine.store %t, %out[%f, %i, %j] : memref<32x28x28xf32>
            }
          }
        }
      }
    }
  }
  return
}

// A transposed convolution of stride 2: each input is scattered over a 4×4 window of the output.
func.func @conv_transposed(%in: memref<16x28x28xf32> {llvm.noalias}, %w: memref<16x8x4x4xf32> {llvm.noalias},
                           %out: memref<8x58x58xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %i = 0 to 28 {
      affine.for %j = 0 to 28 {
        affine.for %f = 0 to 8 {
          affine.for %u = 0 to 4 {
            affine.for %v = 0 to 4 {
              %a = affine.load %in[%c, %i, %j] : memref<16x28x28xf32>
              %b = affine.load %w[%c, %f, %u, %v] : memref<16x8x4x4xf32>
              %s = affine.load %out[%f, %i * 2 + %u, %j * 2 + %v] : memref<8x58x58xf32>
              %p = arith.mulf %a, %b : f32
              %t = arith.addf %s, %p : f32
              affine.store %t, %out[%f, %i * 2 + %u, %j * 2 + %v] : memref<8x58x58xf32>
            }
          }
        }
      }
    }
  }
  return
}

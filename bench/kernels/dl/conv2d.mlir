// A 3 x 3 convolution of an image that has its padding around it: rows, columns, channels by the weights'
// rows, columns, channels in, channels out.
func.func @conv2d(%image: memref<1x58x58x64xf32> {llvm.noalias}, %weights: memref<3x3x64x64xf32> {llvm.noalias},
                  %out: memref<1x56x56x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %n = 0 to 1 {
    affine.for %y = 0 to 56 {
      affine.for %x = 0 to 56 {
        affine.for %f = 0 to 64 {
          affine.store %zero, %out[%n, %y, %x, %f] : memref<1x56x56x64xf32>
          affine.for %ky = 0 to 3 {
            affine.for %kx = 0 to 3 {
              affine.for %c = 0 to 64 {
                %old = affine.load %out[%n, %y, %x, %f] : memref<1x56x56x64xf32>
                %pixel = affine.load %image[%n, %y + %ky, %x + %kx, %c] : memref<1x58x58x64xf32>
                %weight = affine.load %weights[%ky, %kx, %c, %f] : memref<3x3x64x64xf32>
                %product = arith.mulf %pixel, %weight : f32
                %sum = arith.addf %old, %product : f32
                affine.store %sum, %out[%n, %y, %x, %f] : memref<1x56x56x64xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// The discrete cosine transform of each block of 8×8 of an image: rows, then columns, with a matrix of cosines.
func.func @dct8x8(%in: memref<512x512xf32> {llvm.noalias}, %D: memref<8x8xf32> {llvm.noalias},
                  %out: memref<512x512xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<8x8xf32>
  affine.for %bi = 0 to 64 {
    affine.for %bj = 0 to 64 {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 8 {
          %sum = affine.for %k = 0 to 8 iter_args(%s = %zero) -> (f32) {
            %a = affine.load %in[%bi * 8 + %i, %bj * 8 + %k] : memref<512x512xf32>
            %d = affine.load %D[%j, %k] : memref<8x8xf32>
            %p = arith.mulf %a, %d : f32
            %n = arith.addf %s, %p : f32
            affine.yield %n : f32
          }
          affine.store %sum, %t[%i, %j] : memref<8x8xf32>
        }
      }
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 8 {
          %sum = affine.for %k = 0 to 8 iter_args(%s = %zero) -> (f32) {
            %d = affine.load %D[%i, %k] : memref<8x8xf32>
            %a = affine.load %t[%k, %j] : memref<8x8xf32>
            %p = arith.mulf %d, %a : f32
            %n = arith.addf %s, %p : f32
            affine.yield %n : f32
          }
          affine.store %sum, %out[%bi * 8 + %i, %bj * 8 + %j] : memref<512x512xf32>
        }
      }
    }
  }
  return
}

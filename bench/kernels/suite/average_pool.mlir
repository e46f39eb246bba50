// Means over overlapping windows of 3×3.
func.func @average_pool(%in: memref<32x66x66xf32> {llvm.noalias}, %out: memref<32x64x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %nine = arith.constant 9.0 : f32
  affine.for %c = 0 to 32 {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.store %zero, %out[%c, %i, %j] : memref<32x64x64xf32>
        affine.for %u = 0 to 3 {
          affine.for %v = 0 to 3 {
            %a = affine.load %in[%c, %i + %u, %j + %v] : memref<32x66x66xf32>
            %s = affine.load %out[%c, %i, %j] : memref<32x64x64xf32>
            %t = arith.addf %s, %a : f32
            affine.store %t, %out[%c, %i, %j] : memref<32x64x64xf32>
          }
        }
        %s = affine.load %out[%c, %i, %j] : memref<32x64x64xf32>
        %m = arith.divf %s, %nine : f32
        affine.store %m, %out[%c, %i, %j] : memref<32x64x64xf32>
      }
    }
  }
  return
}

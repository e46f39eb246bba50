// Maxima over windows of 2×2, by comparison and choice.
func.func @max_pool(%in: memref<64x112x112xf32> {llvm.noalias}, %out: memref<64x56x56xf32> {llvm.noalias}) {
  %low = arith.constant -3.0e+38 : f32
  affine.for %c = 0 to 64 {
    affine.for %i = 0 to 56 {
      affine.for %j = 0 to 56 {
        %rows = affine.for %u = 0 to 2 iter_args(%r = %low) -> (f32) {
          %m = affine.for %v = 0 to 2 iter_args(%s = %r) -> (f32) {
            %a = affine.load %in[%c, %i * 2 + %u, %j * 2 + %v] : memref<64x112x112xf32>
            %is = arith.cmpf ogt, %a, %s : f32
            %t = arith.select %is, %a, %s : f32
            affine.yield %t : f32
          }
          affine.yield %m : f32
        }
        affine.store %rows, %out[%c, %i, %j] : memref<64x56x56xf32>
      }
    }
  }
  return
}

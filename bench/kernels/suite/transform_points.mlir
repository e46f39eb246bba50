// A 3×3 matrix applied to 65,536 points that lie one after the other.
func.func @transform_points(%M: memref<3x3xf32> {llvm.noalias}, %P: memref<65536x3xf32> {llvm.noalias},
                            %Q: memref<65536x3xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to 65536 {
    affine.for %i = 0 to 3 {
      %sum = affine.for %k = 0 to 3 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %M[%i, %k] : memref<3x3xf32>
        %x = affine.load %P[%p, %k] : memref<65536x3xf32>
        %m = arith.mulf %a, %x : f32
        %t = arith.addf %s, %m : f32
        affine.yield %t : f32
      }
      affine.store %sum, %Q[%p, %i] : memref<65536x3xf32>
    }
  }
  return
}

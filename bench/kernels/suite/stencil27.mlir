// A stencil of all 27 neighbours, with a weight for each.
func.func @stencil27(%in: memref<66x66x66xf64> {llvm.noalias}, %w: memref<3x3x3xf64> {llvm.noalias},
                     %out: memref<64x64x64xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %x = affine.for %u = 0 to 3 iter_args(%x0 = %zero) -> (f64) {
          %y = affine.for %v = 0 to 3 iter_args(%y0 = %x0) -> (f64) {
            %z = affine.for %t = 0 to 3 iter_args(%z0 = %y0) -> (f64) {
              %a = affine.load %in[%i + %u, %j + %v, %k + %t] : memref<66x66x66xf64>
              %b = affine.load %w[%u, %v, %t] : memref<3x3x3xf64>
              %p = arith.mulf %a, %b : f64
              %s = arith.addf %z0, %p : f64
              affine.yield %s : f64
            }
            affine.yield %z : f64
          }
          affine.yield %y : f64
        }
        affine.store %x, %out[%i, %j, %k] : memref<64x64x64xf64>
      }
    }
  }
  return
}

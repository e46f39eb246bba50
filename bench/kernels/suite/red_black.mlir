// One sweep of Gauss and Seidel over the red cells of a grid, one over the black ones.
func.func @red_black(%u: memref<514x514xf64> {llvm.noalias}, %f: memref<514x514xf64> {llvm.noalias}) {
  %quarter = arith.constant 0.25 : f64
  affine.for %colour = 0 to 2 {
    affine.for %i = 1 to 513 {
      affine.for %j = 0 to 256 {
        %n = affine.load %u[%i - 1, %j * 2 + (%i + %colour) mod 2 + 1] : memref<514x514xf64>
        %s = affine.load %u[%i + 1, %j * 2 + (%i + %colour) mod 2 + 1] : memref<514x514xf64>
        %w = affine.load %u[%i, %j * 2 + (%i + %colour) mod 2] : memref<514x514xf64>
        %e = affine.load %u[%i, %j * 2 + (%i + %colour) mod 2 + 2] : memref<514x514xf64>
        %r = affine.load %f[%i, %j * 2 + (%i + %colour) mod 2 + 1] : memref<514x514xf64>
        %a = arith.addf %n, %s : f64
        %b = arith.addf %a, %w : f64
        %c = arith.addf %b, %e : f64
        %d = arith.subf %c, %r : f64
        %v = arith.mulf %d, %quarter : f64
        affine.store %v, %u[%i, %j * 2 + (%i + %colour) mod 2 + 1] : memref<514x514xf64>
      }
    }
  }
  return
}

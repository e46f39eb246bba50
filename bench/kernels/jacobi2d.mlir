// A five-point stencil, after PolyBench 4.2.1 at its LARGE size but for 100 time steps, not 500: the
// time per step is the same, and a benchmark of several rounds stays short.
func.func @jacobi2d(%A: memref<1300x1300xf64> {llvm.noalias}, %B: memref<1300x1300xf64> {llvm.noalias}) {
  %fifth = arith.constant 0.2 : f64
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 1299 {
      affine.for %j = 1 to 1299 {
        %centre = affine.load %A[%i, %j] : memref<1300x1300xf64>
        %west = affine.load %A[%i, %j - 1] : memref<1300x1300xf64>
        %east = affine.load %A[%i, %j + 1] : memref<1300x1300xf64>
        %south = affine.load %A[%i + 1, %j] : memref<1300x1300xf64>
        %north = affine.load %A[%i - 1, %j] : memref<1300x1300xf64>
        %s0 = arith.addf %centre, %west : f64
        %s1 = arith.addf %s0, %east : f64
        %s2 = arith.addf %s1, %south : f64
        %s3 = arith.addf %s2, %north : f64
        %mean = arith.mulf %fifth, %s3 : f64
        affine.store %mean, %B[%i, %j] : memref<1300x1300xf64>
      }
    }
    affine.for %i = 1 to 1299 {
      affine.for %j = 1 to 1299 {
        %centre = affine.load %B[%i, %j] : memref<1300x1300xf64>
        %west = affine.load %B[%i, %j - 1] : memref<1300x1300xf64>
        %east = affine.load %B[%i, %j + 1] : memref<1300x1300xf64>
        %south = affine.load %B[%i + 1, %j] : memref<1300x1300xf64>
        %north = affine.load %B[%i - 1, %j] : memref<1300x1300xf64>
        %s0 = arith.addf %centre, %west : f64
        %s1 = arith.addf %s0, %east : f64
        %s2 = arith.addf %s1, %south : f64
        %s3 = arith.addf %s2, %north : f64
        %mean = arith.mulf %fifth, %s3 : f64
        affine.store %mean, %A[%i, %j] : memref<1300x1300xf64>
      }
    }
  }
  return
}

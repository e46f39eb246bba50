// D = alpha * A * B * C + beta * D, after PolyBench 4.2.1 at its LARGE size.
func.func @two_mm(%alpha: f64, %beta: f64, %tmp: memref<800x900xf64> {llvm.noalias},
                  %A: memref<800x1100xf64> {llvm.noalias}, %B: memref<1100x900xf64> {llvm.noalias},
                  %C: memref<900x1200xf64> {llvm.noalias}, %D: memref<800x1200xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 800 {
    affine.for %j = 0 to 900 {
      affine.store %zero, %tmp[%i, %j] : memref<800x900xf64>
      affine.for %k = 0 to 1100 {
        %a = affine.load %A[%i, %k] : memref<800x1100xf64>
        %scaled = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : memref<1100x900xf64>
        %product = arith.mulf %scaled, %b : f64
        %t = affine.load %tmp[%i, %j] : memref<800x900xf64>
        %sum = arith.addf %t, %product : f64
        affine.store %sum, %tmp[%i, %j] : memref<800x900xf64>
      }
    }
  }
  affine.for %i = 0 to 800 {
    affine.for %j = 0 to 1200 {
      %d = affine.load %D[%i, %j] : memref<800x1200xf64>
      %scaled = arith.mulf %d, %beta : f64
      affine.store %scaled, %D[%i, %j] : memref<800x1200xf64>
      affine.for %k = 0 to 900 {
        %t = affine.load %tmp[%i, %k] : memref<800x900xf64>
        %c = affine.load %C[%k, %j] : memref<900x1200xf64>
        %product = arith.mulf %t, %c : f64
        %e = affine.load %D[%i, %j] : memref<800x1200xf64>
        %sum = arith.addf %e, %product : f64
        affine.store %sum, %D[%i, %j] : memref<800x1200xf64>
      }
    }
  }
  return
}

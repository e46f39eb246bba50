// G = (A * B) * (C * D), after PolyBench 4.2.1.
func.func @kernel_3mm(%E: memref<?x?xf64> {llvm.noalias}, %A: memref<?x?xf64> {llvm.noalias},
                      %B: memref<?x?xf64> {llvm.noalias}, %F: memref<?x?xf64> {llvm.noalias},
                      %C: memref<?x?xf64> {llvm.noalias}, %D: memref<?x?xf64> {llvm.noalias},
                      %G: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ni = memref.dim %E, %c0 : memref<?x?xf64>
  %nj = memref.dim %E, %c1 : memref<?x?xf64>
  %nk = memref.dim %A, %c1 : memref<?x?xf64>
  %nl = memref.dim %F, %c1 : memref<?x?xf64>
  %nm = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nj {
      affine.store %zero, %E[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nk {
        %e = affine.load %E[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %a, %b : f64
        %sum = arith.addf %e, %product : f64
        affine.store %sum, %E[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %nj {
    affine.for %j = 0 to %nl {
      affine.store %zero, %F[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nm {
        %f = affine.load %F[%i, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %k] : memref<?x?xf64>
        %d = affine.load %D[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %c, %d : f64
        %sum = arith.addf %f, %product : f64
        affine.store %sum, %F[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nl {
      affine.store %zero, %G[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %nj {
        %g = affine.load %G[%i, %j] : memref<?x?xf64>
        %e = affine.load %E[%i, %k] : memref<?x?xf64>
        %f = affine.load %F[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %e, %f : f64
        %sum = arith.addf %g, %product : f64
        affine.store %sum, %G[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

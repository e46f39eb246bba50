// A[r][q] = A[r][q] * C4 for every r and q, after PolyBench 4.2.1.
func.func @kernel_doitgen(%A: memref<?x?x?xf64> {llvm.noalias}, %C4: memref<?x?xf64> {llvm.noalias},
                          %sum: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nq = memref.dim %A, %c1 : memref<?x?x?xf64>
  %nr = memref.dim %A, %c0 : memref<?x?x?xf64>
  %np = memref.dim %A, %c2 : memref<?x?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to %nr {
    affine.for %q = 0 to %nq {
      affine.for %p = 0 to %np {
        affine.store %zero, %sum[%p] : memref<?xf64>
        affine.for %s = 0 to %np {
          %sum_p = affine.load %sum[%p] : memref<?xf64>
          %a = affine.load %A[%r, %q, %s] : memref<?x?x?xf64>
          %c4 = affine.load %C4[%s, %p] : memref<?x?xf64>
          %product = arith.mulf %a, %c4 : f64
          %sum_1 = arith.addf %sum_p, %product : f64
          affine.store %sum_1, %sum[%p] : memref<?xf64>
        }
      }
      affine.for %p = 0 to %np {
        %sum_p = affine.load %sum[%p] : memref<?xf64>
        affine.store %sum_p, %A[%r, %q, %p] : memref<?x?x?xf64>
      }
    }
  }
  return
}

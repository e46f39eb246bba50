// The factors Q and R of A by the modified Gram-Schmidt process, after PolyBench 4.2.1.
func.func @kernel_gramschmidt(%A: memref<?x?xf64> {llvm.noalias}, %R: memref<?x?xf64> {llvm.noalias},
                              %Q: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to %n {
    %nrm = affine.for %i = 0 to %m iter_args(%nrm_1 = %zero) -> (f64) {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
      %product = arith.mulf %a, %a_1 : f64
      %nrm_2 = arith.addf %nrm_1, %product : f64
      affine.yield %nrm_2 : f64
    }
    %root = math.sqrt %nrm : f64
    affine.store %root, %R[%k, %k] : memref<?x?xf64>
    affine.for %i = 0 to %m {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %r = affine.load %R[%k, %k] : memref<?x?xf64>
      %quotient = arith.divf %a, %r : f64
      affine.store %quotient, %Q[%i, %k] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      affine.store %zero, %R[%k, %j] : memref<?x?xf64>
      affine.for %i = 0 to %m {
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %product = arith.mulf %q, %a : f64
        %sum = arith.addf %r, %product : f64
        affine.store %sum, %R[%k, %j] : memref<?x?xf64>
      }
      affine.for %i = 0 to %m {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %q, %r : f64
        %difference = arith.subf %a, %product : f64
        affine.store %difference, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

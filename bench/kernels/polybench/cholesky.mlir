// The Cholesky factor of A in its lower triangle, after PolyBench 4.2.1.
func.func @kernel_cholesky(%A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_2 = affine.load %A[%j, %k] : memref<?x?xf64>
        %product = arith.mulf %a_1, %a_2 : f64
        %difference = arith.subf %a, %product : f64
        affine.store %difference, %A[%i, %j] : memref<?x?xf64>
      }
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %a_1 = affine.load %A[%j, %j] : memref<?x?xf64>
      %quotient = arith.divf %a, %a_1 : f64
      affine.store %quotient, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %i] : memref<?x?xf64>
      %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
      %a_2 = affine.load %A[%i, %k] : memref<?x?xf64>
      %product = arith.mulf %a_1, %a_2 : f64
      %difference = arith.subf %a, %product : f64
      affine.store %difference, %A[%i, %i] : memref<?x?xf64>
    }
    %a = affine.load %A[%i, %i] : memref<?x?xf64>
    %root = math.sqrt %a : f64
    affine.store %root, %A[%i, %i] : memref<?x?xf64>
  }
  return
}

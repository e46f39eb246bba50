// The product of a matrix and a vector, row by row.
func.func @rows(%A: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %x[%j] : memref<?xf64>
      %p = arith.mulf %a, %b : f64
      %c = affine.load %y[%i] : memref<?xf64>
      %s = arith.addf %c, %p : f64
      affine.store %s, %y[%i] : memref<?xf64>
    }
  }
  return
}

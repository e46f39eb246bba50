// certified
func.func @first(%A: memref<?x?xf64>, %B: memref<?x?xf64> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %v = affine.load %A[%i, %j] : memref<?x?xf64>
      affine.store %v, %B[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
func.func @second(%A: memref<?x?xf64>, %B: memref<?x?xf64> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %v = memref.load %A[%i, %j] : memref<?x?xf64>
    memref.store %v, %B[%j, %i] : memref<?x?xf64>
    scf.reduce
  }
  return
}

// refused: a load that reads what more than 128 stores may have written
// wrong
func.func @first(%A: memref<?x?xf64>, %B: memref<?x?xf64> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 1 to %n {
    %v = affine.load %B[%i - 1, 0] : memref<?x?xf64>
    affine.store %v, %B[%i, 0] : memref<?x?xf64>
  }
  return
}
func.func @second(%A: memref<?x?xf64>, %B: memref<?x?xf64> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c1) to (%n) step (%c1) {
    %h = arith.subi %i, %c1 : index
    %v = memref.load %B[%h, %c0] : memref<?x?xf64>
    memref.store %v, %B[%i, %c0] : memref<?x?xf64>
    scf.reduce
  }
  return
}

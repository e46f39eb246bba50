// certified
// A product with one is what is multiplied.
func.func @second(%A: memref<?xf64> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf64>
    affine.store %a, %A[%i] : memref<?xf64>
  }
  return
}
func.func @first(%A: memref<?xf64> {llvm.noalias}, %n: index) {
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf64>
    %p = arith.mulf %a, %one : f64
    affine.store %p, %A[%i] : memref<?xf64>
  }
  return
}

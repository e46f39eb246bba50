// certified
// Loops over a linear array with rows of 400 elements are exchanged; the diagonal, and the other one, are read by one variable.
func.func @first(%A: memref<160000xf64> {llvm.noalias}, %B: memref<160000xf64> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 400)>(%n) {
    affine.for %j = 0 to 400 {
      %a = affine.load %A[%i * 401] : memref<160000xf64>
      %b = affine.load %A[%i * 399 + 399] : memref<160000xf64>
      %c = affine.load %A[%j * 400 + %i] : memref<160000xf64>
      %d = arith.addf %a, %b : f64
      %e = arith.addf %d, %c : f64
      affine.store %e, %B[%i * 400 + %j] : memref<160000xf64>
    }
  }
  return
}
func.func @second(%A: memref<160000xf64> {llvm.noalias}, %B: memref<160000xf64> {llvm.noalias}, %n: index) {
  affine.for %j = 0 to 400 step 16 {
    affine.for %i = 0 to min affine_map<(d0) -> (d0, 400)>(%n) {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i * 400 + %i] : memref<160000xf64>
        %b = affine.load %A[(%i + 1) * 400 - %i - 1] : memref<160000xf64>
        %c = affine.load %A[(%j + %k) * 400 + %i] : memref<160000xf64>
        %d = arith.addf %a, %b : f64
        %e = arith.addf %d, %c : f64
        affine.store %e, %B[%i * 400 + %j + %k] : memref<160000xf64>
      }
    }
  }
  return
}

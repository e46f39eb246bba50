// refused: for some data
// wrong
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
  affine.for %j = 0 to %n {
    %a = affine.load %A[%i, %j] : memref<?x?xf32>
    %is = arith.cmpf olt, %a, %zero : f32
    scf.if %is {
      affine.store %zero, %A[%i, %j] : memref<?x?xf32>
    }
}}
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to %n {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i, %j] : memref<?x?xf32>
    %is = arith.cmpf ole, %a, %zero : f32
    scf.if %is {
      affine.store %zero, %A[%i, %j] : memref<?x?xf32>
    }
}}
  return
}

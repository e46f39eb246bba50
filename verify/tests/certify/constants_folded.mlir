// certified
// A third as the quotient of two constants, and a negative number as the sum of two, are constants.
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %third = arith.divf %one, %three : f32
  %x = arith.constant 0.25 : f64
  %y = arith.constant -1.75 : f64
  %sum = arith.addf %x, %y : f64
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %third : f32
    affine.store %b, %A[%i] : memref<?xf32>
    %c = affine.load %B[%i] : memref<?xf64>
    %d = arith.mulf %c, %sum : f64
    affine.store %d, %B[%i] : memref<?xf64>
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %third = arith.constant 0.333333343 : f32
  %sum = arith.constant -1.5 : f64
  affine.for %i = 0 to %n {
    %c = affine.load %B[%i] : memref<?xf64>
    %d = arith.mulf %c, %sum : f64
    affine.store %d, %B[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %third : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

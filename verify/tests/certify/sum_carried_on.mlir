// refused: a value is computed otherwise
// wrong
// The second goes on with the sum of the row before.
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias},
                 %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %r = affine.for %j = 0 to %m iter_args(%s = %zero) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    affine.store %r, %y[%i] : memref<?xf32>
}
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias},
                 %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  %last = affine.for %i = 0 to %n iter_args(%u = %zero) -> f32 {
    %r = affine.for %j = 0 to %m iter_args(%s = %u) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    affine.store %r, %y[%i] : memref<?xf32>
    affine.yield %r : f32
  }
  return
}

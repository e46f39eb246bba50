// refused: a value is computed otherwise
// Shifts by data are not modelled: one by more than the width has no value.
func.func @first(%n: index, %a: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = affine.load %a[%i - 1] : memref<?xi32>
    %c1 = arith.constant 1 : i32
    %c31 = arith.constant 31 : i32
    %c0 = arith.constant 0 : i32
    %one = arith.shli %c1, %y : i32
    %r = arith.muli %x, %one : i32
    affine.store %r, %out[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = affine.load %a[%i - 1] : memref<?xi32>
    %c1 = arith.constant 1 : i32
    %c31 = arith.constant 31 : i32
    %c0 = arith.constant 0 : i32
    %r = arith.shli %x, %y : i32
    affine.store %r, %out[%i] : memref<?xi32>
  }
  return
}

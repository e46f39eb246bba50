// refused: a value is computed otherwise
// wrong
// A sum may overflow where the average by bits does not.
func.func @first(%n: index, %a: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = affine.load %a[%i - 1] : memref<?xi32>
    %c1 = arith.constant 1 : i32
    %c31 = arith.constant 31 : i32
    %c0 = arith.constant 0 : i32
    %s0 = arith.addi %x, %y : i32
    %r = arith.shrui %s0, %c1 : i32
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
    %b = arith.andi %x, %y : i32
    %d = arith.xori %x, %y : i32
    %h = arith.shrui %d, %c1 : i32
    %r = arith.addi %b, %h : i32
    affine.store %r, %out[%i] : memref<?xi32>
  }
  return
}

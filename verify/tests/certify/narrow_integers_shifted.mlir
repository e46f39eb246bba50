// refused: a term of a sum is none of the other sum
// A sum that is kept as a word is not the sum of what is left of it.
func.func @first(%n: index, %a: memref<?xi16>, %out: memref<?xi16> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi16>
    %y = affine.load %out[%i - 1] : memref<?xi16>
    %wx = arith.extui %x : i16 to i32
    %wy = arith.extui %y : i16 to i32
    %s = arith.addi %wx, %one : i32
    %h = arith.shrui %s, %one : i32
    %t = arith.trunci %h : i32 to i16
    %wt = arith.extui %t : i16 to i32
    %m = arith.minsi %wt, %wy : i32
    %r = arith.trunci %m : i32 to i16
    affine.store %r, %out[%i] : memref<?xi16>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi16>, %out: memref<?xi16> {llvm.noalias}) {
  %one = arith.constant 1 : i16
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi16>
    %y = affine.load %out[%i - 1] : memref<?xi16>
    %s = arith.addi %x, %one : i16
    %h = arith.shrui %s, %one : i16
    %m = arith.minui %h, %y : i16
    affine.store %m, %out[%i] : memref<?xi16>
  }
  return
}

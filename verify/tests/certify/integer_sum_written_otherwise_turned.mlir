// refused: a term of a sum is none of the other sum
// wrong
// The second sum is of differences below zero.
func.func @first(%A: memref<20xi8>, %B: memref<20xi8>, %s: memref<i32> {llvm.noalias}) {
  %0 = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 16 iter_args(%t = %0) -> (i32) {
    %a = affine.load %A[%i] : memref<20xi8>
    %b = affine.load %B[%i + 1] : memref<20xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %d = arith.subi %x, %y : i32
    %c = arith.cmpi slt, %d, %0 : i32
    %g = arith.subi %0, %d : i32
    %m = arith.select %c, %g, %d : i32
    %n = arith.addi %t, %m : i32
    affine.yield %n : i32
  }
  affine.store %sum, %s[] : memref<i32>
  return
}
func.func @second(%A: memref<20xi8>, %B: memref<20xi8>, %s: memref<i32> {llvm.noalias}) {
  %0 = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 16 iter_args(%t = %0) -> (i32) {
    %a = affine.load %A[-%i + 15] : memref<20xi8>
    %b = affine.load %B[-%i + 16] : memref<20xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %d = arith.subi %x, %y : i32
    %c = arith.cmpi ult, %a, %b : i8
    %g = arith.subi %y, %x : i32
    %m = arith.select %c, %d, %g : i32
    %n = arith.addi %t, %m : i32
    affine.yield %n : i32
  }
  affine.store %sum, %s[] : memref<i32>
  return
}

// refused: a term of a sum is none of the other sum
// wrong
// Widened by zeros no byte is less than zero: the least by the sign is another.
func.func @first(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  %last = arith.constant -1 : i8
  affine.for %i = 0 to %n {
    %m = affine.for %k = 0 to 9 iter_args(%least = %last) -> i8 {
      %x = affine.load %a[%i + %k] : memref<?xi8>
      %wx = arith.extui %x : i8 to i32
      %wl = arith.extui %least : i8 to i32
      %c = arith.cmpi slt, %wx, %wl : i32
      %r = arith.select %c, %x, %least : i8
      affine.yield %r : i8
    }
    affine.store %m, %out[%i] : memref<?xi8>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  %s0 = arith.constant -1 : i8
  affine.for %i = 0 to %n {
    %x0 = affine.load %a[%i + 0] : memref<?xi8>
    %s1 = arith.minsi %x0, %s0 : i8
    %x1 = affine.load %a[%i + 1] : memref<?xi8>
    %s2 = arith.minsi %x1, %s1 : i8
    %x2 = affine.load %a[%i + 2] : memref<?xi8>
    %s3 = arith.minsi %x2, %s2 : i8
    %x3 = affine.load %a[%i + 3] : memref<?xi8>
    %s4 = arith.minsi %x3, %s3 : i8
    %x4 = affine.load %a[%i + 4] : memref<?xi8>
    %s5 = arith.minsi %x4, %s4 : i8
    %x5 = affine.load %a[%i + 5] : memref<?xi8>
    %s6 = arith.minsi %x5, %s5 : i8
    %x6 = affine.load %a[%i + 6] : memref<?xi8>
    %s7 = arith.minsi %x6, %s6 : i8
    %x7 = affine.load %a[%i + 7] : memref<?xi8>
    %s8 = arith.minsi %x7, %s7 : i8
    %x8 = affine.load %a[%i + 8] : memref<?xi8>
    %s9 = arith.minsi %x8, %s8 : i8
    affine.store %s9, %out[%i] : memref<?xi8>
  }
  return
}

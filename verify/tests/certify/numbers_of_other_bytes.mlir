// refused: 
// One of them is left out, and the others are taken twice.
// wrong
func.func @first(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x0 = affine.load %a[%i + 0] : memref<?xi8>
    %w0 = arith.extui %x0 : i8 to i32
    %x1 = affine.load %a[%i + 1] : memref<?xi8>
    %w1 = arith.extui %x1 : i8 to i32
    %x2 = affine.load %a[%i + 2] : memref<?xi8>
    %w2 = arith.extui %x2 : i8 to i32
    %x3 = affine.load %a[%i + 3] : memref<?xi8>
    %w3 = arith.extui %x3 : i8 to i32
    %x4 = affine.load %a[%i + 4] : memref<?xi8>
    %w4 = arith.extui %x4 : i8 to i32
    %x5 = affine.load %a[%i + 5] : memref<?xi8>
    %w5 = arith.extui %x5 : i8 to i32
    %x6 = affine.load %a[%i + 6] : memref<?xi8>
    %w6 = arith.extui %x6 : i8 to i32
    %x7 = affine.load %a[%i + 7] : memref<?xi8>
    %w7 = arith.extui %x7 : i8 to i32
    %x8 = affine.load %a[%i + 8] : memref<?xi8>
    %w8 = arith.extui %x8 : i8 to i32
    %c = arith.constant 4 : i32
    %r = arith.constant 8 : i32
    %s0 = arith.addi %r, %w0 : i32
    %k1 = arith.constant 2 : i32
    %t1 = arith.muli %k1, %w1 : i32
    %s1 = arith.addi %s0, %t1 : i32
    %s2 = arith.addi %s1, %w2 : i32
    %k3 = arith.constant 2 : i32
    %t3 = arith.muli %k3, %w3 : i32
    %s3 = arith.addi %s2, %t3 : i32
    %k4 = arith.constant 4 : i32
    %t4 = arith.muli %k4, %w4 : i32
    %s4 = arith.addi %s3, %t4 : i32
    %k5 = arith.constant 2 : i32
    %t5 = arith.muli %k5, %w5 : i32
    %s5 = arith.addi %s4, %t5 : i32
    %s6 = arith.addi %s5, %w6 : i32
    %k7 = arith.constant 2 : i32
    %t7 = arith.muli %k7, %w7 : i32
    %s7 = arith.addi %s6, %t7 : i32
    %s8 = arith.addi %s7, %w8 : i32
    %q = arith.shrsi %s8, %c : i32
    %o = arith.trunci %q : i32 to i8
    affine.store %o, %out[%i] : memref<?xi8>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x0 = affine.load %a[%i + 0] : memref<?xi8>
    %w0 = arith.extui %x0 : i8 to i16
    %x1 = affine.load %a[%i + 1] : memref<?xi8>
    %w1 = arith.extui %x1 : i8 to i16
    %x2 = affine.load %a[%i + 2] : memref<?xi8>
    %w2 = arith.extui %x2 : i8 to i16
    %x3 = affine.load %a[%i + 3] : memref<?xi8>
    %w3 = arith.extui %x3 : i8 to i16
    %x4 = affine.load %a[%i + 4] : memref<?xi8>
    %w4 = arith.extui %x4 : i8 to i16
    %x5 = affine.load %a[%i + 5] : memref<?xi8>
    %w5 = arith.extui %x5 : i8 to i16
    %x6 = affine.load %a[%i + 6] : memref<?xi8>
    %w6 = arith.extui %x6 : i8 to i16
    %x7 = affine.load %a[%i + 7] : memref<?xi8>
    %w7 = arith.extui %x7 : i8 to i16
    %x8 = affine.load %a[%i + 8] : memref<?xi8>
    %w8 = arith.extui %x8 : i8 to i16
    %c = arith.constant 4 : i16
    %r = arith.constant 8 : i16
    %k4 = arith.constant 2 : i16
    %t4 = arith.shli %w4, %k4 : i16
    %s0 = arith.addi %r, %t4 : i16
    %s1 = arith.addi %s0, %w8 : i16
    %s2 = arith.addi %s1, %w0 : i16
    %s3 = arith.addi %s2, %w6 : i16
    %s4 = arith.addi %s3, %w2 : i16
    %k5 = arith.constant 1 : i16
    %t5 = arith.shli %w5, %k5 : i16
    %s5 = arith.addi %s4, %t5 : i16
    %k3 = arith.constant 1 : i16
    %t3 = arith.shli %w3, %k3 : i16
    %s6 = arith.addi %s5, %t3 : i16
    %k7 = arith.constant 1 : i16
    %t7 = arith.shli %w7, %k7 : i16
    %s7 = arith.addi %s6, %t7 : i16
    %k1 = arith.constant 1 : i16
    %t1 = arith.shli %w1, %k1 : i16
    %s8 = arith.addi %s7, %s7 : i16
    %q = arith.shrsi %s8, %c : i16
    %o = arith.trunci %q : i16 to i8
    affine.store %o, %out[%i] : memref<?xi8>
  }
  return
}

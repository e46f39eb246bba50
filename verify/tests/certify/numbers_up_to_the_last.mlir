// certified
// 255 · 255 + 510 is the last number of sixteen bits.
func.func @first(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %y = affine.load %a[%i + 1] : memref<?xi8>
    %u = arith.extui %x : i8 to i32
    %v = arith.extui %y : i8 to i32
    %c = arith.constant 510 : i32
    %k = arith.constant 9 : i32
    %p = arith.muli %u, %v : i32
    %s = arith.addi %p, %c : i32
    %q = arith.shrsi %s, %k : i32
    %o = arith.trunci %q : i32 to i8
    affine.store %o, %out[%i] : memref<?xi8>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %y = affine.load %a[%i + 1] : memref<?xi8>
    %u = arith.extui %x : i8 to i16
    %v = arith.extui %y : i8 to i16
    %c = arith.constant 510 : i16
    %k = arith.constant 9 : i16
    %p = arith.muli %u, %v : i16
    %s = arith.addi %p, %c : i16
    %q = arith.shrui %s, %k : i16
    %o = arith.trunci %q : i16 to i8
    affine.store %o, %out[%i] : memref<?xi8>
  }
  return
}

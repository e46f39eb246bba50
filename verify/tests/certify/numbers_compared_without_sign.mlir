// certified
// Below zero it is great in both, where it is compared without a sign.
func.func @first(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %y = affine.load %a[%i + 1] : memref<?xi8>
    %u = arith.extui %x : i8 to i32
    %v = arith.extui %y : i8 to i32
    %d = arith.subi %u, %v : i32
    %c = arith.constant 20 : i32
    %is = arith.cmpi ult, %d, %c : i32
    %m = arith.select %is, %d, %c : i32
    %o = arith.trunci %m : i32 to i8
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
    %d = arith.subi %u, %v : i16
    %c = arith.constant 20 : i16
    %is = arith.cmpi ult, %d, %c : i16
    %m = arith.select %is, %d, %c : i16
    %o = arith.trunci %m : i16 to i8
    affine.store %o, %out[%i] : memref<?xi8>
  }
  return
}

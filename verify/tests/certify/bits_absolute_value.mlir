// certified
// The absolute value by a choice, and by the sign as a mask.
func.func @first(%n: index, %a: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = affine.load %a[%i - 1] : memref<?xi32>
    %c1 = arith.constant 1 : i32
    %c31 = arith.constant 31 : i32
    %c0 = arith.constant 0 : i32
    %n0 = arith.subi %c0, %x : i32
    %c = arith.cmpi slt, %x, %c0 : i32
    %r = arith.select %c, %n0, %x : i32
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
    %m = arith.shrsi %x, %c31 : i32
    %t = arith.xori %x, %m : i32
    %r = arith.subi %t, %m : i32
    affine.store %r, %out[%i] : memref<?xi32>
  }
  return
}

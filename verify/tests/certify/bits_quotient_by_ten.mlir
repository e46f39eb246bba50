// certified
// A quotient of a byte by a product and a shift.
func.func @first(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %c205 = arith.constant 205 : i32
    %c11 = arith.constant 11 : i32
    %c10 = arith.constant 10 : i8
    %w = arith.extui %x : i8 to i32
    %r = arith.divui %x, %c10 : i8
    affine.store %r, %out[%i] : memref<?xi8>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi8>, %out: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %c205 = arith.constant 205 : i32
    %c11 = arith.constant 11 : i32
    %c10 = arith.constant 10 : i8
    %w = arith.extui %x : i8 to i32
    %p = arith.muli %w, %c205 : i32
    %s = arith.shrui %p, %c11 : i32
    %r = arith.trunci %s : i32 to i8
    affine.store %r, %out[%i] : memref<?xi8>
  }
  return
}

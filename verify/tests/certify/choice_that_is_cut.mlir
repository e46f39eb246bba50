// certified
// The low bits of what an index chooses are chosen of low bits; zeros are shifted into a byte that was extended by zeros.
func.func @first(%n: index, %a: memref<?xi8> {llvm.noalias}, %b: memref<?xi8> {llvm.noalias}) {
  %c5 = arith.constant 5 : index
  %four = arith.constant 4 : i32
  %mask = arith.constant 15 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %wide = arith.extui %x : i8 to i32
    %high = arith.shrsi %wide, %four : i32
    %low = arith.andi %wide, %mask : i32
    %is = arith.cmpi sgt, %i, %c5 : index
    %v = arith.select %is, %high, %low : i32
    %r = arith.trunci %v : i32 to i8
    affine.store %r, %b[%i] : memref<?xi8>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi8> {llvm.noalias}, %b: memref<?xi8> {llvm.noalias}) {
  %c5 = arith.constant 5 : index
  %four = arith.constant 4 : i8
  %mask = arith.constant 15 : i8
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %high = arith.shrui %x, %four : i8
    %low = arith.andi %x, %mask : i8
    %is = arith.cmpi sgt, %i, %c5 : index
    %v = arith.select %is, %high, %low : i8
    affine.store %v, %b[%i] : memref<?xi8>
  }
  return
}

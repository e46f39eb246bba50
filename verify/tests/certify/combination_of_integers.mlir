// certified
// A filter of integers with a table of factors, and the same without those that are zero, in another order, with shifts and differences.
func.func @first(%A: memref<64xi8> {llvm.noalias}, %B: memref<64xi16> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  affine.for %i = 1 to 63 {
    %a = affine.load %A[%i - 1] : memref<64xi8>
    %a_wide = arith.extui %a : i8 to i32
    %b = affine.load %A[%i] : memref<64xi8>
    %b_wide = arith.extui %b : i8 to i32
    %c = affine.load %A[%i + 1] : memref<64xi8>
    %c_wide = arith.extui %c : i8 to i32
    %p = arith.muli %minus, %a_wide : i32
    %q = arith.muli %zero, %b_wide : i32
    %r = arith.muli %two, %c_wide : i32
    %s = arith.addi %p, %q : i32
    %t = arith.addi %s, %r : i32
    %is_less = arith.cmpi slt, %t, %zero : i32
    %opposite = arith.subi %zero, %t : i32
    %absolute = arith.select %is_less, %opposite, %t : i32
    %narrow = arith.trunci %absolute : i32 to i16
    affine.store %narrow, %B[%i] : memref<64xi16>
  }
  return
}
func.func @second(%A: memref<64xi8> {llvm.noalias}, %B: memref<64xi16> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 1 to 63 {
    %c = affine.load %A[%i + 1] : memref<64xi8>
    %c_wide = arith.extui %c : i8 to i32
    %a = affine.load %A[%i - 1] : memref<64xi8>
    %a_wide = arith.extui %a : i8 to i32
    %r = arith.shli %c_wide, %one : i32
    %t = arith.subi %r, %a_wide : i32
    %is_less = arith.cmpi slt, %t, %zero : i32
    %opposite = arith.subi %zero, %t : i32
    %absolute = arith.select %is_less, %opposite, %t : i32
    %narrow = arith.trunci %absolute : i32 to i16
    affine.store %narrow, %B[%i] : memref<64xi16>
  }
  return
}

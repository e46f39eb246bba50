// certified
// The lowest bits of a sum are the sum of the lowest bits.
func.func @first(%A: memref<64xi16> {llvm.noalias}, %B: memref<64xi16> {llvm.noalias}) {
  %two = arith.constant 2 : i32
  affine.for %i = 1 to 64 {
    %a = affine.load %A[%i - 1] : memref<64xi16>
    %a_wide = arith.extsi %a : i16 to i32
    %b = affine.load %A[%i] : memref<64xi16>
    %b_wide = arith.extsi %b : i16 to i32
    %s = arith.addi %a_wide, %b_wide : i32
    %t = arith.shli %s, %two : i32
    %u = arith.subi %t, %b_wide : i32
    %narrow = arith.trunci %u : i32 to i16
    affine.store %narrow, %B[%i] : memref<64xi16>
  }
  return
}
func.func @second(%A: memref<64xi16> {llvm.noalias}, %B: memref<64xi16> {llvm.noalias}) {
  %three = arith.constant 3 : i16
  %four = arith.constant 4 : i16
  affine.for %i = 1 to 64 {
    %b = affine.load %A[%i] : memref<64xi16>
    %a = affine.load %A[%i - 1] : memref<64xi16>
    %p = arith.muli %a, %four : i16
    %q = arith.muli %b, %three : i16
    %s = arith.addi %q, %p : i16
    affine.store %s, %B[%i] : memref<64xi16>
  }
  return
}

// certified
func.func @first(%A: memref<64xi64> {llvm.noalias}, %B: memref<64xi64> {llvm.noalias}) {
  %minus = arith.constant -1 : i64
  %zero = arith.constant 0 : i64
  affine.for %i = 1 to 64 {
    %a = affine.load %A[%i] : memref<64xi64>
    %b = affine.load %A[%i - 1] : memref<64xi64>
    %p = arith.muli %a, %minus : i64
    %q = arith.addi %p, %b : i64
    %r = arith.muli %q, %minus : i64
    affine.store %r, %B[%i] : memref<64xi64>
  }
  return
}
func.func @second(%A: memref<64xi64> {llvm.noalias}, %B: memref<64xi64> {llvm.noalias}) {
  affine.for %i = 1 to 64 {
    %b = affine.load %A[%i - 1] : memref<64xi64>
    %a = affine.load %A[%i] : memref<64xi64>
    %r = arith.subi %a, %b : i64
    affine.store %r, %B[%i] : memref<64xi64>
  }
  return
}

// refused: divide where it does not
// wrong: that the first divides by %q says nothing of whether the quotient is zero
func.func @first(%n: index, %p: i64, %q: i64, %A: memref<?xi64> {llvm.noalias}, %B: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi64>
    %r = arith.divsi %p, %q : i64
    %s = arith.addi %a, %r : i64
    affine.store %s, %B[%i] : memref<?xi64>
  }
  return
}
func.func @second(%n: index, %p: i64, %q: i64, %A: memref<?xi64> {llvm.noalias}, %B: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi64>
    %r = arith.divsi %p, %q : i64
    %t = arith.remui %a, %r : i64
    %s = arith.addi %a, %r : i64
    affine.store %s, %B[%i] : memref<?xi64>
  }
  return
}

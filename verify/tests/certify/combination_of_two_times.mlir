// refused: a
// One element is read twice, and written in between: once the old value and once the new one are added, which is not twice the old one.
func.func @first(%A: memref<64xi32> {llvm.noalias}, %B: memref<64xi32> {llvm.noalias}) {
  %five = arith.constant 5 : i32
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xi32>
    affine.store %five, %A[%i] : memref<64xi32>
    %b = affine.load %A[%i] : memref<64xi32>
    %s = arith.addi %a, %b : i32
    affine.store %s, %B[%i] : memref<64xi32>
  }
  return
}
func.func @second(%A: memref<64xi32> {llvm.noalias}, %B: memref<64xi32> {llvm.noalias}) {
  %five = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xi32>
    affine.store %five, %A[%i] : memref<64xi32>
    %s = arith.muli %a, %two : i32
    affine.store %s, %B[%i] : memref<64xi32>
  }
  return
}

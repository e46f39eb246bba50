// refused: 
// wrong
func.func @first(%n: i32, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %0 = arith.index_castui %n : i32 to index
  affine.for %i = 0 to %0 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: i32, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %0 {
    %a = affine.load %A[-%i + symbol(%0) - 1] : memref<?xf32>
    affine.store %a, %B[-%i + symbol(%0) - 1] : memref<?xf32>
  }
  return
}

// refused: a value is computed otherwise
// wrong
func.func @first(%n: index, %at: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %more = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xi32>
    %l = arith.index_cast %k : i32 to index
    %m = arith.addi %l, %more : index
    %v = memref.load %x[%m] : memref<?xf32>
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %at: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %more = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %k = affine.load %at[-%i + symbol(%n) - 1] : memref<?xi32>
    %l = arith.index_cast %k : i32 to index
    %m = arith.addi %l, %more : index
    %v = memref.load %x[%m] : memref<?xf32>
    affine.store %v, %y[-%i + symbol(%n) - 1] : memref<?xf32>
  }
  return
}

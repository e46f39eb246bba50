// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    %to = arith.index_cast %i : i32 to index
    %x = memref.load %A[%at] : memref<?xf32>
    memref.store %x, %B[%to] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    %to = arith.index_cast %i : i32 to index
    %x = memref.load %A[%at] : memref<?xf32>
    memref.store %x, %B[%to] : memref<?xf32>
  }
  return
}

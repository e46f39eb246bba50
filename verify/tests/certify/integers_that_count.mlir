// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %next = arith.addi %i, %one : i32
    %to = arith.index_cast %i : i32 to index
    %from = arith.index_cast %next : i32 to index
    %x = memref.load %A[%from] : memref<?xf32>
    %number = arith.sitofp %i : i32 to f32
    %y = arith.addf %x, %number : f32
    memref.store %y, %B[%to] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: i32) {
  %size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %size {
    %x = affine.load %A[%i + 1] : memref<?xf32>
    %short = arith.index_cast %i : index to i32
    %number = arith.sitofp %short : i32 to f32
    %y = arith.addf %x, %number : f32
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}

// refused: poison
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0.0 : f32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    %to = arith.index_cast %i : i32 to index
    %b = memref.load %B[%to] : memref<?xf32>
    %is = arith.cmpf olt, %b, %none : f32
    %x = scf.if %is -> f32 {
      %a = memref.load %A[%at] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %none : f32
    }
    memref.store %x, %B[%to] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0.0 : f32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    %to = arith.index_cast %i : i32 to index
    %b = memref.load %B[%to] : memref<?xf32>
    %is = arith.cmpf olt, %b, %none : f32
    %a = memref.load %A[%at] : memref<?xf32>
    %x = arith.select %is, %a, %none : f32
    memref.store %x, %B[%to] : memref<?xf32>
  }
  return
}

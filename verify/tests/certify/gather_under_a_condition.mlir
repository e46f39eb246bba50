// certified
func.func @first(%n: index, %at: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xi32>
    %zero = arith.constant 0 : i32
    %is = arith.cmpi sge, %k, %zero : i32
    %l = arith.index_cast %k : i32 to index
    scf.if %is {
      %v = memref.load %x[%l] : memref<?xf32>
      affine.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: index, %at: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %k = affine.load %at[-%i + symbol(%n) - 1] : memref<?xi32>
    %zero = arith.constant 0 : i32
    %is = arith.cmpi sge, %k, %zero : i32
    %l = arith.index_cast %k : i32 to index
    scf.if %is {
      %v = memref.load %x[%l] : memref<?xf32>
      affine.store %v, %y[-%i + symbol(%n) - 1] : memref<?xf32>
    }
  }
  return
}

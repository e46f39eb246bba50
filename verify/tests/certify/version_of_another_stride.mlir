// refused: 
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %s: i32) {
  %S = arith.index_cast %s : i32 to index
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 3 {
      %a = affine.load %A[%i * symbol(%S) + %k] : memref<?xf32>
      affine.store %a, %B[%i * 3 + %k] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %s: i32) {
  %S = arith.index_cast %s : i32 to index
  %one = arith.constant 1 : index
  %c = arith.constant 1 : index
  %least = arith.cmpi sge, %S, %one : index
  %most = arith.cmpi sge, %c, %S : index
  %is = arith.andi %least, %most : i1
  scf.if %is {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to %n {
        %a = affine.load %A[%i * 2 + %k] : memref<?xf32>
        affine.store %a, %B[%i * 3 + %k] : memref<?xf32>
      }
    }
  } else {
    affine.for %i = 0 to %n {
      affine.for %k = 0 to 3 {
        %a = affine.load %A[%i * symbol(%S) + %k] : memref<?xf32>
        affine.store %a, %B[%i * 3 + %k] : memref<?xf32>
      }
    }
  }
  return
}

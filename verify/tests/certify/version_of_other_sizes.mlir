// refused: 
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %m: index, %n: index, %lda: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %b = affine.load %B[%j] : memref<?xf32>
      affine.store %b, %A[%i * symbol(%lda) + %j] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %m: index, %n: index, %lda: index) {
  %fits = arith.cmpi sle, %lda, %n : index
  scf.if %fits {
    affine.for %j = 0 to %n {
      affine.for %i = 0 to %m {
        %b = affine.load %B[%j] : memref<?xf32>
        affine.store %b, %A[%i * symbol(%lda) + %j] : memref<?xf32>
      }
    }
  } else {
    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
        %b = affine.load %B[%j] : memref<?xf32>
        affine.store %b, %A[%i * symbol(%lda) + %j] : memref<?xf32>
      }
    }
  }
  return
}

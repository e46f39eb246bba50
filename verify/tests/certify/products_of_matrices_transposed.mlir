// refused: a term of a sum is none of the other sum
// wrong
func.func @first(%n: index, %A: memref<?x?xi32> {llvm.noalias}, %B: memref<?x?xi32> {llvm.noalias}, %C: memref<?x?xi32> {llvm.noalias}, %D: memref<?x?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc(%n, %n) : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %T[%i, %j] : memref<?x?xi32>
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %b = affine.load %B[%k, %j] : memref<?x?xi32>
        %p = arith.muli %a, %b : i32
        %c = affine.load %T[%i, %j] : memref<?x?xi32>
        %d = arith.addi %c, %p : i32
        affine.store %d, %T[%i, %j] : memref<?x?xi32>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %D[%i, %j] : memref<?x?xi32>
      affine.for %k = 0 to %n {
        %a = affine.load %T[%i, %k] : memref<?x?xi32>
        %b = affine.load %C[%k, %j] : memref<?x?xi32>
        %p = arith.muli %a, %b : i32
        %c = affine.load %D[%i, %j] : memref<?x?xi32>
        %d = arith.addi %c, %p : i32
        affine.store %d, %D[%i, %j] : memref<?x?xi32>
      }
    }
  }
  memref.dealloc %T : memref<?x?xi32>
  return
}
func.func @second(%n: index, %A: memref<?x?xi32> {llvm.noalias}, %B: memref<?x?xi32> {llvm.noalias}, %C: memref<?x?xi32> {llvm.noalias}, %D: memref<?x?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc(%n, %n) : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %T[%i, %j] : memref<?x?xi32>
      affine.for %k = 0 to %n {
        %a = affine.load %B[%i, %k] : memref<?x?xi32>
        %b = affine.load %C[%k, %j] : memref<?x?xi32>
        %p = arith.muli %a, %b : i32
        %c = affine.load %T[%i, %j] : memref<?x?xi32>
        %d = arith.addi %c, %p : i32
        affine.store %d, %T[%i, %j] : memref<?x?xi32>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %D[%i, %j] : memref<?x?xi32>
      affine.for %k = 0 to %n {
        %a = affine.load %A[%k, %i] : memref<?x?xi32>
        %b = affine.load %T[%k, %j] : memref<?x?xi32>
        %p = arith.muli %a, %b : i32
        %c = affine.load %D[%i, %j] : memref<?x?xi32>
        %d = arith.addi %c, %p : i32
        affine.store %d, %D[%i, %j] : memref<?x?xi32>
      }
    }
  }
  memref.dealloc %T : memref<?x?xi32>
  return
}

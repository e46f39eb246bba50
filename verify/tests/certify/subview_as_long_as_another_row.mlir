// certified
// A view is inside of what it is a part of: the rows of B are as long as those of C.
func.func @first(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}, %C: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %k = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    %row = memref.subview %C[%i, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
    affine.for %l = 0 to %k {
      %a = affine.load %A[%i, %l] : memref<?x?xf64>
      %other = memref.subview %B[%l, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
      affine.for %j = 0 to %n {
        %b = affine.load %other[%j] : memref<?xf64, strided<[1], offset: ?>>
        %c = affine.load %row[%j] : memref<?xf64, strided<[1], offset: ?>>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %row[%j] : memref<?xf64, strided<[1], offset: ?>>
      }
    }
  }
  return
}
func.func @second(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}, %C: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %k = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<?x?xf64>
        %b = affine.load %B[%l, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

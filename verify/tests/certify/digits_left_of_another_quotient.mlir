// refused: an index that `arith.divui` gives
// wrong: the last digit is divided by the height.
func.func @first(%X: memref<?x?x?xf32> {llvm.noalias}, %Y: memref<?x?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.dim %X, %c0 : memref<?x?x?xf32>
  %h = memref.dim %X, %c1 : memref<?x?x?xf32>
  %w = memref.dim %X, %c2 : memref<?x?x?xf32>
  %hw = arith.muli %h, %w : index
  %n = arith.muli %b, %hw : index
  scf.for %p = %c0 to %n step %c1 {
    %i = arith.divui %p, %hw : index
    %q = arith.muli %i, %hw : index
    %r = arith.subi %p, %q : index
    %j = arith.divui %r, %w : index
    %k = arith.remui %r, %h : index
    %x = memref.load %X[%i, %j, %k] : memref<?x?x?xf32>
    memref.store %x, %Y[%i, %k, %j] : memref<?x?x?xf32>
  }
  return
}
func.func @second(%X: memref<?x?x?xf32> {llvm.noalias}, %Y: memref<?x?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.dim %X, %c0 : memref<?x?x?xf32>
  %h = memref.dim %X, %c1 : memref<?x?x?xf32>
  %w = memref.dim %X, %c2 : memref<?x?x?xf32>
  affine.for %k = 0 to %w {
    affine.for %i = 0 to %b {
      affine.for %j = 0 to %h {
        %x = affine.load %X[%i, %j, %k] : memref<?x?x?xf32>
        affine.store %x, %Y[%i, %k, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}

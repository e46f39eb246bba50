// refused: a load reads another cell
// wrong: the last row is left out.
func.func @first(%X: memref<?xf32> {llvm.noalias}, %Y: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %Y, %c0 : memref<?x?xf32>
  %h = memref.dim %Y, %c1 : memref<?x?xf32>
  %n = arith.muli %h, %w : index
  affine.for %p = 0 to %n {
    %i = arith.divsi %p, %w : index
    %j = arith.remsi %p, %w : index
    %x = memref.load %X[%p] : memref<?xf32>
    memref.store %x, %Y[%j, %i] : memref<?x?xf32>
  }
  return
}
func.func @second(%X: memref<?xf32> {llvm.noalias}, %Y: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %Y, %c0 : memref<?x?xf32>
  %h = memref.dim %Y, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %w {
    affine.for %i = 0 to affine_map<(d0) -> (d0 - 1)>(%h) {
      %x = affine.load %X[%i * symbol(%w) + %j] : memref<?xf32>
      affine.store %x, %Y[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

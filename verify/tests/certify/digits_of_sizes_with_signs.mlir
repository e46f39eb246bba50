// refused: a loop by quotients of whose variable an extent may be negative
// wrong: of two sizes that are both negative the product is none.
func.func @first(%h: index, %w: index, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %n = arith.muli %h, %w : index
  affine.for %p = 0 to %n {
    %j = arith.remsi %p, %w : index
    %x = memref.load %X[%j] : memref<?xf32>
    affine.store %x, %Y[%p] : memref<?xf32>
  }
  return
}
func.func @second(%h: index, %w: index, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %h {
    affine.for %j = 0 to %w {
      %x = affine.load %X[%j] : memref<?xf32>
      affine.store %x, %Y[%i * symbol(%w) + %j] : memref<?xf32>
    }
  }
  return
}

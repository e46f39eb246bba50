// refused: the second function may access memory that the first does not
// wrong
// Behind the last head of a row is what is left of the row, not the first head of the next one: with 5 elements and 2 heads the
// second function stores to other cells.
func.func @first(%T: index, %C: index, %D: index, %NH: index, %x: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  %hs = arith.divsi %C, %NH : index
  affine.for %t = 0 to %T {
    affine.for %h = 0 to affine_map<(d0) -> (d0)>(%NH) {
      affine.for %i = 0 to affine_map<(d0) -> (d0)>(%hs) {
        %v = affine.load %x[%h] : memref<?xf32>
        affine.store %v, %out[%t * symbol(%C) + %h * symbol(%hs) + %i] : memref<?xf32>
      }
    }
  }
  return
}
func.func @second(%T: index, %C: index, %D: index, %NH: index, %x: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  %hs = arith.divsi %C, %NH : index
  affine.for %h = 0 to affine_map<(d0) -> (d0)>(%NH) {
    affine.for %t = 0 to %T {
      affine.for %i = 0 to affine_map<(d0) -> (d0)>(%hs) {
        %v = affine.load %x[%h] : memref<?xf32>
        affine.store %v, %out[%t * symbol(%C) - symbol(%C) + %h * symbol(%hs) + symbol(%NH) * symbol(%hs) + %i] : memref<?xf32>
      }
    }
  }
  return
}

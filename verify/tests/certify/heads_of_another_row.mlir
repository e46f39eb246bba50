// refused: a load of which it is not found which store it reads
// wrong
// Nothing is known of how far apart rows are.
func.func @first(%T: index, %C: index, %D: index, %NH: index, %x: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}) {
  %hs = arith.divsi %C, %NH : index
  affine.for %t = 0 to %T {
    affine.for %h = 0 to affine_map<(d0) -> (d0)>(%NH) {
      affine.for %i = 0 to affine_map<(d0) -> (d0)>(%hs) {
        %v = affine.load %x[%h] : memref<?xf32>
        affine.store %v, %out[%t * symbol(%D) + %h * symbol(%hs) + %i] : memref<?xf32>
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
        affine.store %v, %out[%t * symbol(%D) + %h * symbol(%hs) + %i] : memref<?xf32>
      }
    }
  }
  return
}

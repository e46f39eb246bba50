// refused: a load reads another cell
// wrong
// The rows of the view are not those of the array.
func.func @first(%a: memref<?x8xf32> {llvm.noalias}, %b: memref<?x8xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %va = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [%n, 4, 2, 4] : memref<?x8xf32> into memref<?x4x2x4xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 4 {
          %x = affine.load %va[%i, %l, %k, %j] : memref<?x4x2x4xf32>
          affine.store %x, %b[%i * 4 + %j, %k * 4 + %l] : memref<?x8xf32>
        }
      }
    }
  }
  return
}
func.func @second(%a: memref<?x8xf32> {llvm.noalias}, %b: memref<?x8xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 4)>()[%n] {
    affine.for %k = 0 to 8 {
      %x = affine.load %a[%i, %k] : memref<?x8xf32>
      affine.store %x, %b[%i, %k] : memref<?x8xf32>
    }
  }
  return
}

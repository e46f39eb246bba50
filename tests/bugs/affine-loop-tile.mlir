// against: mlir-opt-19 -affine-loop-tile=tile-size=4
// refuted: @upper_right
// Rectangular tiles of a nest in which a cell reads its upper right neighbour: the tile to the right has not run yet.
func.func @upper_right(%a: memref<8x9xi32> {llvm.noalias}) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i - 1, %j + 1] : memref<8x9xi32>
      affine.store %x, %a[%i, %j] : memref<8x9xi32>
    }
  }
  return
}

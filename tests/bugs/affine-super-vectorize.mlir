// against: mlir-opt-19 -affine-super-vectorize=virtual-vector-size=4
// refuted: @past_the_end
// The last vector writes cells that the loop does not reach.
func.func @past_the_end(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 5 {
    %x = affine.load %a[%i] : memref<8xf32>
    affine.store %x, %b[%i] : memref<8xf32>
  }
  return
}

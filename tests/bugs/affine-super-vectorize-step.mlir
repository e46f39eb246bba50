// against: mlir-opt-19 -affine-super-vectorize=virtual-vector-size=8
// refuted: @every_other
// The lanes are the cells next to each other, whatever the step.
func.func @every_other(%a: memref<32xf32> {llvm.noalias}, %b: memref<32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 step 2 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %b[%i] : memref<32xf32>
  }
  return
}

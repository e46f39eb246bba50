// against: mlir-opt-19 -affine-loop-invariant-code-motion
// refuted: index 0 is out of bounds for an extent of 0
// A load leaves a loop that does not run where there is nothing to load.
func.func @hoisted(%n: index, %a: memref<?xi32> {llvm.noalias}, %b: memref<?xi32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[0] : memref<?xi32>
    affine.store %x, %b[%i] : memref<?xi32>
  }
  return
}

// against: mlir-opt-19 -affine-loop-unroll-jam=unroll-jam-factor=2
// refuted: @below
// Of -3 iterations the clean-up loop begins at -4.
func.func @below(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<8xf32>
    affine.store %x, %a[%i] : memref<8xf32>
  }
  return
}

// A row goes from one iteration to the next in a register, also where the loop over whole tiles beside it does not run.
// arguments: f32 7x11!@0 6x11!@1 14,4
func.func @kernel(%A0: memref<7x11xf32> {llvm.noalias}, %A1: memref<6x11xf32> {llvm.noalias}, %s: f32, %n: index, %m: index) {
  affine.for %i1 = 1 to 7 {
    affine.for %i2 = 1 to 12 {
      %v3 = affine.load %A0[%i1 * 1 + -1, %i2 * -1 + 0 + 11] : memref<7x11xf32>
      %v4 = affine.load %A1[%i1 * 1 + 0 + -1, %i2 * 1 + 0 + -1] : memref<6x11xf32>
      %v5 = arith.addf %v3, %v4 : f32
      affine.store %v5, %A0[%i1 * 1 + 0, %i2 * -1 + 0 + 11] : memref<7x11xf32>
    }
  }
  return
}

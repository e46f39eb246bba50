// The schedule of a loop that does not run, copied out inside one that is, was not found again.
// arguments: f32 9!@0 9!@1 6,3 0,1
func.func @kernel(%A0: memref<9xf32> {llvm.noalias}, %A1: memref<9xf32> {llvm.noalias}, %s: f32, %n: index, %m: index) {
  affine.for %i = 0 to 9 {
    affine.store %s, %A1[%i] : memref<9xf32>
    affine.for %j = 0 to -3 {
      %a = affine.load %A0[%i] : memref<9xf32>
      %b = arith.maximumf %a, %s : f32
      affine.store %b, %A0[%i] : memref<9xf32>
    }
  }
  return
}

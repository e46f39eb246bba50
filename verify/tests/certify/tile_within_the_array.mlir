// refused: a value is computed otherwise
// wrong
func.func @first(%n: index, %m: index, %A: memref<16x16xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<16x16xf32>
      %c = affine.load %s[0] : memref<1xf32>
      %d = arith.addf %c, %a : f32
      affine.store %d, %s[0] : memref<1xf32>
    }
  }
  return
}
func.func @second(%n: index, %m: index, %A: memref<16x16xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %t = 0 to %n step 8 {
    affine.for %u = 0 to %m step 8 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
        affine.for %j = affine_map<(d0) -> (d0)>(%u) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%u)[%m] {
          %a = affine.load %A[%i, %j] : memref<16x16xf32>
          %c = affine.load %s[0] : memref<1xf32>
          %d = arith.addf %c, %a : f32
          affine.store %d, %s[0] : memref<1xf32>
        }
      }
    }
  }
  return
}

func.func @batched(%A: memref<16x256x256xf32> {llvm.noalias}, %B: memref<16x256x256xf32> {llvm.noalias},
                   %C: memref<16x256x256xf32> {llvm.noalias}) {
  affine.for %b = 0 to 16 {
    affine.for %i = 0 to 256 {
      affine.for %j = 0 to 256 {
        affine.for %k = 0 to 256 {
          %x = affine.load %A[%b, %i, %k] : memref<16x256x256xf32>
          %y = affine.load %B[%b, %k, %j] : memref<16x256x256xf32>
          %c = affine.load %C[%b, %i, %j] : memref<16x256x256xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<16x256x256xf32>
        }
      }
    }
  }
  return
}

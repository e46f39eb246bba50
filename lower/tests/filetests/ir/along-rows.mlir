// test: ir cpu=x86-64-v3 fp=contract

// The vectors of small products are rows, which are loaded whole, and not columns.
func.func @products(%A: memref<64x4x4xf32> {llvm.noalias}, %B: memref<64x4x4xf32> {llvm.noalias},
                    %C: memref<64x4x4xf32> {llvm.noalias}) {
  affine.for %b = 0 to 64 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%b, %i, %k] : memref<64x4x4xf32>
          %y = affine.load %B[%b, %k, %j] : memref<64x4x4xf32>
          %c = affine.load %C[%b, %i, %j] : memref<64x4x4xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<64x4x4xf32>
        }
      }
    }
  }
  return
}
// check: load <4 x float>
// not: strided.vec
// not: interleaved.vec

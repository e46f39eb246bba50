// test: ir cpu=x86-64-v4 fp=contract

// A product of small matrices is computed in vectors of both of its outer loops where the function asks for it: each factor is
// loaded as the rows that it is.
func.func @product(%A: memref<64x4x4xf32> {llvm.noalias}, %B: memref<64x4x4xf32> {llvm.noalias},
                   %C: memref<64x4x4xf32> {llvm.noalias}) attributes {passthrough = ["ovolo-superwords"]} {
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
// check: shufflevector <16 x float>
// check: fmul contract <16 x float>
// check: store <16 x float>
// not: load float

// A product of matrices that lie in flat arrays, with rows of 512 elements.
func.func @flat_product(%A: memref<262144xf32> {llvm.noalias}, %B: memref<262144xf32> {llvm.noalias},
                        %C: memref<262144xf32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 512 {
        %a = affine.load %A[%i * 512 + %k] : memref<262144xf32>
        %b = affine.load %B[%k * 512 + %j] : memref<262144xf32>
        %c = affine.load %C[%i * 512 + %j] : memref<262144xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i * 512 + %j] : memref<262144xf32>
      }
    }
  }
  return
}

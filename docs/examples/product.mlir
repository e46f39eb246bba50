// C += A * B in the order of the textbook.
func.func @product(%A: memref<256x256xf64> {llvm.noalias}, %B: memref<256x256xf64> {llvm.noalias},
                   %C: memref<256x256xf64> {llvm.noalias}) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      affine.for %k = 0 to 256 {
        %a = affine.load %A[%i, %k] : memref<256x256xf64>
        %b = affine.load %B[%k, %j] : memref<256x256xf64>
        %c = affine.load %C[%i, %j] : memref<256x256xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<256x256xf64>
      }
    }
  }
  return
}

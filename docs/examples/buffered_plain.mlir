func.func @matmul(%A: memref<40x60xf32> {llvm.noalias}, %B: memref<60x80xf32> {llvm.noalias}, %C: memref<40x80xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 80 {
      affine.for %k = 0 to 60 {
        %a = affine.load %A[%i, %k] : memref<40x60xf32>
        %b = affine.load %B[%k, %j] : memref<60x80xf32>
        %c = affine.load %C[%i, %j] : memref<40x80xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<40x80xf32>
      }
    }
  }
  return
}

// The gelu of a row that is added to each row of A.
func.func @gelu(%A: memref<512x768xf32> {llvm.noalias}, %b: memref<768xf32> {llvm.noalias}, %B: memref<512x768xf32> {llvm.noalias}) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %scale = arith.constant 0.70710678 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 768 {
      %a = affine.load %A[%i, %j] : memref<512x768xf32>
      %c = affine.load %b[%j] : memref<768xf32>
      %x = arith.addf %a, %c : f32
      %y = arith.mulf %x, %scale : f32
      %e = math.erf %y : f32
      %f = arith.addf %e, %one : f32
      %g = arith.mulf %x, %half : f32
      %r = arith.mulf %f, %g : f32
      affine.store %r, %B[%i, %j] : memref<512x768xf32>
    }
  }
  return
}

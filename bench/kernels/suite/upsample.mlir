// An image of twice the width and height, by linear interpolation.
func.func @upsample(%in: memref<257x257xf32> {llvm.noalias}, %out: memref<512x512xf32> {llvm.noalias}) {
  %half = arith.constant 0.5 : f32
  %quarter = arith.constant 0.25 : f32
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      %a = affine.load %in[%i, %j] : memref<257x257xf32>
      %b = affine.load %in[%i, %j + 1] : memref<257x257xf32>
      %c = affine.load %in[%i + 1, %j] : memref<257x257xf32>
      %d = affine.load %in[%i + 1, %j + 1] : memref<257x257xf32>
      affine.store %a, %out[%i * 2, %j * 2] : memref<512x512xf32>
      %ab = arith.addf %a, %b : f32
      %r = arith.mulf %ab, %half : f32
      affine.store %r, %out[%i * 2, %j * 2 + 1] : memref<512x512xf32>
      %ac = arith.addf %a, %c : f32
      %s = arith.mulf %ac, %half : f32
      affine.store %s, %out[%i * 2 + 1, %j * 2] : memref<512x512xf32>
      %abc = arith.addf %ab, %c : f32
      %abcd = arith.addf %abc, %d : f32
      %t = arith.mulf %abcd, %quarter : f32
      affine.store %t, %out[%i * 2 + 1, %j * 2 + 1] : memref<512x512xf32>
    }
  }
  return
}

// A separable blur: three neighbours in a row into a temporary image, then three in a column.
func.func @blur_two_stages(%in: memref<1026x1026xf32> {llvm.noalias}, %out: memref<1024x1024xf32> {llvm.noalias}) {
  %third = arith.constant 0.333333 : f32
  %t = memref.alloc() : memref<1026x1024xf32>
  affine.for %i = 0 to 1026 {
    affine.for %j = 0 to 1024 {
      %a = affine.load %in[%i, %j] : memref<1026x1026xf32>
      %b = affine.load %in[%i, %j + 1] : memref<1026x1026xf32>
      %c = affine.load %in[%i, %j + 2] : memref<1026x1026xf32>
      %s = arith.addf %a, %b : f32
      %r = arith.addf %s, %c : f32
      %m = arith.mulf %r, %third : f32
      affine.store %m, %t[%i, %j] : memref<1026x1024xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %a = affine.load %t[%i, %j] : memref<1026x1024xf32>
      %b = affine.load %t[%i + 1, %j] : memref<1026x1024xf32>
      %c = affine.load %t[%i + 2, %j] : memref<1026x1024xf32>
      %s = arith.addf %a, %b : f32
      %r = arith.addf %s, %c : f32
      %m = arith.mulf %r, %third : f32
      affine.store %m, %out[%i, %j] : memref<1024x1024xf32>
    }
  }
  memref.dealloc %t : memref<1026x1024xf32>
  return
}

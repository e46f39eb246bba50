// A 3×3 filter with constant weights, the nine terms written out.
func.func @filter3x3(%in: memref<514x514xf32> {llvm.noalias}, %out: memref<512x512xf32> {llvm.noalias}) {
  %one = arith.constant 0.0625 : f32
  %two = arith.constant 0.125 : f32
  %four = arith.constant 0.25 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %a0 = affine.load %in[%i, %j] : memref<514x514xf32>
      %a1 = affine.load %in[%i, %j + 1] : memref<514x514xf32>
      %a2 = affine.load %in[%i, %j + 2] : memref<514x514xf32>
      %b0 = affine.load %in[%i + 1, %j] : memref<514x514xf32>
      %b1 = affine.load %in[%i + 1, %j + 1] : memref<514x514xf32>
      %b2 = affine.load %in[%i + 1, %j + 2] : memref<514x514xf32>
      %c0 = affine.load %in[%i + 2, %j] : memref<514x514xf32>
      %c1 = affine.load %in[%i + 2, %j + 1] : memref<514x514xf32>
      %c2 = affine.load %in[%i + 2, %j + 2] : memref<514x514xf32>
      %p0 = arith.mulf %a0, %one : f32
      %p1 = arith.mulf %a1, %two : f32
      %p2 = arith.mulf %a2, %one : f32
      %p3 = arith.mulf %b0, %two : f32
      %p4 = arith.mulf %b1, %four : f32
      %p5 = arith.mulf %b2, %two : f32
      %p6 = arith.mulf %c0, %one : f32
      %p7 = arith.mulf %c1, %two : f32
      %p8 = arith.mulf %c2, %one : f32
      %s1 = arith.addf %p0, %p1 : f32
      %s2 = arith.addf %s1, %p2 : f32
      %s3 = arith.addf %s2, %p3 : f32
      %s4 = arith.addf %s3, %p4 : f32
      %s5 = arith.addf %s4, %p5 : f32
      %s6 = arith.addf %s5, %p6 : f32
      %s7 = arith.addf %s6, %p7 : f32
      %s8 = arith.addf %s7, %p8 : f32
      affine.store %s8, %out[%i, %j] : memref<512x512xf32>
    }
  }
  return
}

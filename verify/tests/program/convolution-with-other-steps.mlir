// Steps and dilations taken for one another.
// verdict: refuted
func.func @f(%I: memref<1x11x13x3xi8> {llvm.noalias}, %K: memref<3x2x3x4xi8> {llvm.noalias}, %O: memref<1x4x4x4xi32> {llvm.noalias}) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<[2, 1]> : tensor<2xi64>}
    ins(%I, %K : memref<1x11x13x3xi8>, memref<3x2x3x4xi8>) outs(%O : memref<1x4x4x4xi32>)
  return
}
// -----
func.func @f(%I: memref<1x11x13x3xi8> {llvm.noalias}, %K: memref<3x2x3x4xi8> {llvm.noalias}, %O: memref<1x4x4x4xi32> {llvm.noalias}) {
  affine.for %kh = 0 to 3 {
    affine.for %kw = 0 to 2 {
      affine.for %h = 0 to 4 {
        affine.for %w = 0 to 4 {
          affine.for %c = 0 to 3 {
            affine.for %f = 0 to 4 {
              %i = affine.load %I[0, %h * 2 + %kh, %w + %kw * 3, %c] : memref<1x11x13x3xi8>
              %k = affine.load %K[%kh, %kw, %c, %f] : memref<3x2x3x4xi8>
              %o = affine.load %O[0, %h, %w, %f] : memref<1x4x4x4xi32>
              %x = arith.extsi %i : i8 to i32
              %y = arith.extsi %k : i8 to i32
              %p = arith.muli %x, %y : i32
              %s = arith.addi %o, %p : i32
              affine.store %s, %O[0, %h, %w, %f] : memref<1x4x4x4xi32>
            }
          }
        }
      }
    }
  }
  return
}

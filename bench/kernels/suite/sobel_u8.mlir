// The magnitude of Sobel's gradients of an 8-bit image, |gx| + |gy| clamped to 255.
func.func @sobel_u8(%in: memref<514x514xi8> {llvm.noalias}, %out: memref<512x512xi8> {llvm.noalias}) {
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %most = arith.constant 255 : i32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %p00 = affine.load %in[%i, %j] : memref<514x514xi8>
      %p01 = affine.load %in[%i, %j + 1] : memref<514x514xi8>
      %p02 = affine.load %in[%i, %j + 2] : memref<514x514xi8>
      %p10 = affine.load %in[%i + 1, %j] : memref<514x514xi8>
      %p12 = affine.load %in[%i + 1, %j + 2] : memref<514x514xi8>
      %p20 = affine.load %in[%i + 2, %j] : memref<514x514xi8>
      %p21 = affine.load %in[%i + 2, %j + 1] : memref<514x514xi8>
      %p22 = affine.load %in[%i + 2, %j + 2] : memref<514x514xi8>
      %e00 = arith.extui %p00 : i8 to i32
      %e01 = arith.extui %p01 : i8 to i32
      %e02 = arith.extui %p02 : i8 to i32
      %e10 = arith.extui %p10 : i8 to i32
      %e12 = arith.extui %p12 : i8 to i32
      %e20 = arith.extui %p20 : i8 to i32
      %e21 = arith.extui %p21 : i8 to i32
      %e22 = arith.extui %p22 : i8 to i32
      %m10 = arith.muli %e10, %two : i32
      %m12 = arith.muli %e12, %two : i32
      %m01 = arith.muli %e01, %two : i32
      %m21 = arith.muli %e21, %two : i32
      %r0 = arith.addi %e02, %m12 : i32
      %r = arith.addi %r0, %e22 : i32
      %l0 = arith.addi %e00, %m10 : i32
      %l = arith.addi %l0, %e20 : i32
      %b0 = arith.addi %e20, %m21 : i32
      %b = arith.addi %b0, %e22 : i32
      %t0 = arith.addi %e00, %m01 : i32
      %t = arith.addi %t0, %e02 : i32
      %gx = arith.subi %r, %l : i32
      %gy = arith.subi %b, %t : i32
      %nx = arith.subi %zero, %gx : i32
      %ny = arith.subi %zero, %gy : i32
      %ax = arith.maxsi %gx, %nx : i32
      %ay = arith.maxsi %gy, %ny : i32
      %sum = arith.addi %ax, %ay : i32
      %clamped = arith.minsi %sum, %most : i32
      %v = arith.trunci %clamped : i32 to i8
      affine.store %v, %out[%i, %j] : memref<512x512xi8>
    }
  }
  return
}

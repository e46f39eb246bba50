// Products of complex numbers whose parts alternate.
func.func @complex_product(%a: memref<32768x2xf32> {llvm.noalias}, %b: memref<32768x2xf32> {llvm.noalias},
                           %c: memref<32768x2xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32768 {
    %ar = affine.load %a[%i, 0] : memref<32768x2xf32>
    %ai = affine.load %a[%i, 1] : memref<32768x2xf32>
    %br = affine.load %b[%i, 0] : memref<32768x2xf32>
    %bi = affine.load %b[%i, 1] : memref<32768x2xf32>
    %rr = arith.mulf %ar, %br : f32
    %ii = arith.mulf %ai, %bi : f32
    %r = arith.subf %rr, %ii : f32
    %ri = arith.mulf %ar, %bi : f32
    %ir = arith.mulf %ai, %br : f32
    %i2 = arith.addf %ri, %ir : f32
    affine.store %r, %c[%i, 0] : memref<32768x2xf32>
    affine.store %i2, %c[%i, 1] : memref<32768x2xf32>
  }
  return
}

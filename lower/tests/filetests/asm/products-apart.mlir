// test: asm cpu=x86-64-v3 fp=contract

func.func @dot(%a: memref<64xf64>, %b: memref<64xf64>, %c: memref<1xf64>) attributes {passthrough = ["ovolo-separate-products"]} {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf64>
    %y = affine.load %b[%i] : memref<64xf64>
    %s = affine.load %c[0] : memref<1xf64>
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %s, %p : f64
    affine.store %t, %c[0] : memref<1xf64>
  }
  return
}
// check: vaddsd
// not: vfmadd

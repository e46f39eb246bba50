// test: asm cpu=x86-64-v3 fp=contract

// The parts of a product of complex numbers are a sum and a difference in neighbouring lanes, of which the first product is fused
// with both at once.
func.func @product(%a: memref<64x2xf32> {llvm.noalias}, %b: memref<64x2xf32> {llvm.noalias},
                   %c: memref<64x2xf32> {llvm.noalias}) attributes {passthrough = ["ovolo-superwords"]} {
  affine.for %i = 0 to 64 {
    %0 = affine.load %a[%i, 0] : memref<64x2xf32>
    %1 = affine.load %a[%i, 1] : memref<64x2xf32>
    %2 = affine.load %b[%i, 0] : memref<64x2xf32>
    %3 = affine.load %b[%i, 1] : memref<64x2xf32>
    %4 = arith.mulf %0, %2 : f32
    %5 = arith.mulf %1, %3 : f32
    %6 = arith.subf %4, %5 : f32
    affine.store %6, %c[%i, 0] : memref<64x2xf32>
    %7 = arith.mulf %0, %3 : f32
    %8 = arith.mulf %1, %2 : f32
    %9 = arith.addf %7, %8 : f32
    affine.store %9, %c[%i, 1] : memref<64x2xf32>
  }
  return
}
// check: vfmaddsub
// not: vaddsub

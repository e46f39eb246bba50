// test: asm cpu=x86-64-v3 fp=contract,reassoc

// Functions of vectors are not those of the C library to the last bit.
func.func @exp(%a: memref<1024xf32> {llvm.noalias}, %b: memref<1024xf32> {llvm.noalias}) {
  affine.for %i = 0 to 1024 {
    %x = affine.load %a[%i] : memref<1024xf32>
    %e = math.exp %x : f32
    affine.store %e, %b[%i] : memref<1024xf32>
  }
  return
}
// check: expf
// not: _ZGV

// test: asm cpu=x86-64-v4

// Vectors of the function itself stay as wide as they are.
func.func @scaled(%a: memref<1024xf32> {llvm.noalias}, %b: memref<1024xf32> {llvm.noalias})
    attributes {passthrough = [["prefer-vector-width", "256"]]} {
  affine.for %i = 0 to 1024 step 16 {
    %x = affine.vector_load %b[%i] : memref<1024xf32>, vector<16xf32>
    %s = arith.addf %x, %x : vector<16xf32>
    affine.vector_store %s, %a[%i] : memref<1024xf32>, vector<16xf32>
  }
  return
}
// check: zmm

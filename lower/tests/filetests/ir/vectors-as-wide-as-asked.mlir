// test: ir cpu=x86-64-v4

// Where LLVM alone makes vectors, none is wider than the function says, so that rows which are put together of several stay apart.
func.func @scaled(%a: memref<1000xf32> {llvm.noalias}, %b: memref<1000xf32> {llvm.noalias})
    attributes {passthrough = [["prefer-vector-width", "256"]]} {
  affine.for %i = 0 to 1000 {
    %x = affine.load %b[%i] : memref<1000xf32>
    %s = arith.addf %x, %x : f32
    affine.store %s, %a[%i] : memref<1000xf32>
  }
  return
}
// check: "min-legal-vector-width"="0"

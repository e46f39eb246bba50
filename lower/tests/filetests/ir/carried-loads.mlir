// test: ir cpu=x86-64-v3

// What an iteration loads and the next one uses is handed on where the function asks for it, and vectors are as wide as it says.
func.func @mean(%a: memref<1000xf32> {llvm.noalias}, %b: memref<1000xf32> {llvm.noalias})
    attributes {passthrough = ["ovolo-carried-loads", ["prefer-vector-width", "128"]]} {
  %half = arith.constant 0.5 : f32
  %last = affine.load %b[999] : memref<1000xf32>
  affine.for %i = 0 to 1000 iter_args(%before = %last) -> f32 {
    %x = affine.load %b[%i] : memref<1000xf32>
    %s = arith.addf %x, %before : f32
    %m = arith.mulf %s, %half : f32
    affine.store %m, %a[%i] : memref<1000xf32>
    %next = affine.load %b[%i] : memref<1000xf32>
    affine.yield %next : f32
  }
  return
}
// check: shufflevector <4 x float>

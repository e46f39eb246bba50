// test: ir cpu=x86-64-v3

// What neighbouring elements of the result read in common is loaded again, not shifted through registers.
func.func @blur(%A: memref<64x512xf32> {llvm.noalias}, %B: memref<64x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 1 to 511 {
      %a = affine.load %A[%i, %j - 1] : memref<64x512xf32>
      %b = affine.load %A[%i, %j] : memref<64x512xf32>
      %c = affine.load %A[%i, %j + 1] : memref<64x512xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %B[%i, %j] : memref<64x512xf32>
    }
  }
  return
}
// check: fadd <8 x float>
// not: vector.recur

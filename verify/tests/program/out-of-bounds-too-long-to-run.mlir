// The first reads what is not there in a late iteration: it has no meaning, so that another result refutes nothing.
// verdict: unknown
// check: too large
func.func @f(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias}) {
  affine.for %t = 0 to 100 {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %a = affine.load %A[%i, %j + 1] : memref<512x512xf32>
      affine.store %a, %B[%i, %j] : memref<512x512xf32>
    }
  }
  }
  return
}
// -----
func.func @f(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias}) {
  affine.for %t = 0 to 100 {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %a = affine.load %A[%i, %j] : memref<512x512xf32>
      affine.store %a, %B[%i, %j] : memref<512x512xf32>
    }
  }
  }
  return
}

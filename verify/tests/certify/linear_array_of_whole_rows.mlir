// certified
// Of 1,000 elements in rows of 32 the whole rows are copied.
func.func @first(%A: memref<1000xf32> {llvm.noalias}, %B: memref<1000xf32> {llvm.noalias}) {
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i * 32 + %j] : memref<1000xf32>
      affine.store %a, %B[%i * 32 + %j] : memref<1000xf32>
    }
  }
  return
}
func.func @second(%A: memref<1000xf32> {llvm.noalias}, %B: memref<1000xf32> {llvm.noalias}) {
  %copy = memref.alloca() : memref<32x32xf32>
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i * 32 + %j] : memref<1000xf32>
      affine.store %a, %copy[%i, %j] : memref<32x32xf32>
    }
  }
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %copy[%i, %j] : memref<32x32xf32>
      affine.store %a, %B[%i * 32 + %j] : memref<1000xf32>
    }
  }
  return
}

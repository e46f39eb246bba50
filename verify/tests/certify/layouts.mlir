// certified
func.func @first(%n: index, %A: memref<?x?xf32, strided<[?, 1], offset: ?>> {llvm.noalias}, %B: memref<?xf32, strided<[?]>> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %b = affine.load %B[%j] : memref<?xf32, strided<[?]>>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?x?xf32, strided<[?, 1], offset: ?>> {llvm.noalias}, %B: memref<?xf32, strided<[?]>> {llvm.noalias}) {
  affine.for %j = 0 to 8 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %b = affine.load %B[%j] : memref<?xf32, strided<[?]>>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  return
}

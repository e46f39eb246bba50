// refused: a load reads other memory
// wrong
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i + 1] : memref<?xf32>
    %s = arith.mulf %b, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i + 1] : memref<?xf32>
    %s = arith.mulf %b, %b : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}

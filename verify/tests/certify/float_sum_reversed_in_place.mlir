// refused: 
// model: reassoc
// wrong
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %c = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[-%i + symbol(%n) - 1] : memref<?xf32>
    %c = affine.load %A[-%i + symbol(%n)] : memref<?xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %A[-%i + symbol(%n)] : memref<?xf32>
  }
  return
}

// refused: the second function may access memory that the first does not
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<8xf32> {llvm.noalias}, %r: index, %c: index) {
  affine.for %i = 3 to 5 {
    affine.for %j = 3 to 5 {
      %a = affine.load %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
      affine.store %a, %B[%i] : memref<8xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<8xf32> {llvm.noalias}, %r: index, %c: index) {
  affine.for %i = 3 to 5 {
    affine.for %j = 2 to 5 {
      %a = affine.load %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
      affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
        affine.store %a, %B[%i] : memref<8xf32>
      }
    }
  }
  return
}

// refused: the second function may access memory that the first does not
func.func @first(%A: memref<?xf32> {llvm.noalias}, %n: index, %r: index, %c: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
      %b = arith.negf %a : f32
      affine.store %b, %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %n: index, %r: index, %c: index) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
      %b = arith.negf %a : f32
      affine.store %b, %A[%i * symbol(%r) + %j * symbol(%c)] : memref<?xf32>
    }
  }
  return
}

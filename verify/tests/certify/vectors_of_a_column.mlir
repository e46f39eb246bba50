// refused: a vector of elements of a memref that are not next to each other
func.func @first(%n: index, %A: memref<?xf32, strided<[2]>> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i * 8 + %j] : memref<?xf32, strided<[2]>>
      %c = arith.addf %a, %a : f32
      affine.store %c, %A[%i * 8 + %j] : memref<?xf32, strided<[2]>>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32, strided<[2]>> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.vector_load %A[%i * 8] : memref<?xf32, strided<[2]>>, vector<8xf32>
    %c = arith.addf %a, %a : vector<8xf32>
    affine.vector_store %c, %A[%i * 8] : memref<?xf32, strided<[2]>>, vector<8xf32>
  }
  return
}

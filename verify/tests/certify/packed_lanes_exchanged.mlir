// refused: 
// wrong
// Lanes that are inserted one by one, two of them exchanged.
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%j * symbol(%n) + %i] : memref<?xf32>
      affine.store %a, %B[%i * 4 + %j] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %v = vector.broadcast %a : f32 to vector<4xf32>
    %b = affine.load %A[symbol(%n) + %i] : memref<?xf32>
    %w = vector.insert %b, %v [2] : f32 into vector<4xf32>
    %c = affine.load %A[2 * symbol(%n) + %i] : memref<?xf32>
    %x = vector.insert %c, %w [1] : f32 into vector<4xf32>
    %d = affine.load %A[3 * symbol(%n) + %i] : memref<?xf32>
    %y = vector.insert %d, %x [3] : f32 into vector<4xf32>
    affine.vector_store %y, %B[%i * 4] : memref<?xf32>, vector<4xf32>
  }
  return
}

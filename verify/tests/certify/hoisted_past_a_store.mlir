// refused: a value is computed otherwise
// wrong
func.func @first(%A: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[3] : memref<8xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<8xf32>
  }
  return
}
func.func @second(%A: memref<8xf32>, %n: index) {
  %a = affine.load %A[3] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<8xf32>
  }
  return
}

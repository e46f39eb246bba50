// refused: 
// wrong
// A condition on a cell that the loop writes, loaded once and not in each iteration.
func.func @first(%n: index, %P: memref<8xf32> {llvm.noalias}, %A: memref<?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %p = affine.load %P[0] : memref<8xf32>
    %c = arith.cmpf oeq, %p, %z : f32
    scf.if %c {
      affine.store %p, %A[%i] : memref<?xf32>
      %one = arith.constant 1.0 : f32
      affine.store %one, %P[0] : memref<8xf32>
    }
  }
  return
}
func.func @second(%n: index, %P: memref<8xf32> {llvm.noalias}, %A: memref<?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %p = affine.load %P[0] : memref<8xf32>
  %c = arith.cmpf oeq, %p, %z : f32
  scf.if %c {
    affine.for %i = 0 to %n {
      affine.store %p, %A[%i] : memref<?xf32>
      %one = arith.constant 1.0 : f32
      affine.store %one, %P[0] : memref<8xf32>
    }
  }
  return
}

// refused: may store where the first does under a condition
func.func @first(%X: memref<16xf32> {llvm.noalias}, %Y: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %x = affine.load %X[%i] : memref<16xf32>
    %is = arith.cmpf ogt, %x, %zero : f32
    scf.if %is {
      affine.store %x, %Y[%i] : memref<16xf32>
    }
  }
  return
}
func.func @second(%X: memref<16xf32> {llvm.noalias}, %Y: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %x = affine.load %X[%i] : memref<16xf32>
    %y = affine.load %Y[%i] : memref<16xf32>
    %is = arith.cmpf ogt, %x, %zero : f32
    %z = arith.select %is, %x, %y : f32
    affine.store %z, %Y[%i] : memref<16xf32>
  }
  return
}

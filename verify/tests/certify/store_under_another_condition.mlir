// refused: for some data
// wrong
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
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 16 step 8 {
    %x = affine.vector_load %X[%i] : memref<16xf32>, vector<8xf32>
    %is = arith.cmpf olt, %x, %zero : vector<8xf32>
    vector.maskedstore %Y[%i], %is, %x : memref<16xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}

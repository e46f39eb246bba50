// certified
func.func @first(%X: memref<13xf32> {llvm.noalias}, %Y: memref<13xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 13 {
    %x = affine.load %X[%i] : memref<13xf32>
    %is = arith.cmpf ogt, %x, %zero : f32
    scf.if %is {
      affine.store %x, %Y[%i] : memref<13xf32>
    }
  }
  return
}
func.func @second(%X: memref<13xf32> {llvm.noalias}, %Y: memref<13xf32> {llvm.noalias}) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 13 step 8 {
    %left = affine.apply affine_map<(d0) -> (13 - d0)>(%i)
    %inside = vector.create_mask %left : vector<8xi1>
    %x = vector.maskedload %X[%i], %inside, %zero : memref<13xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %is = arith.cmpf ogt, %x, %zero : vector<8xf32>
    %both = arith.andi %inside, %is : vector<8xi1>
    vector.maskedstore %Y[%i], %both, %x : memref<13xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}

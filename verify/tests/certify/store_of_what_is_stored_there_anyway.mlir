// certified
func.func @first(%X: memref<16xf32> {llvm.noalias}, %Y: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %x = affine.load %X[%i] : memref<16xf32>
    affine.store %x, %Y[%i] : memref<16xf32>
    %is = arith.cmpf olt, %x, %zero : f32
    scf.if %is {
      affine.store %zero, %Y[%i] : memref<16xf32>
    }
  }
  return
}
func.func @second(%X: memref<16xf32> {llvm.noalias}, %Y: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %x = affine.load %X[%i] : memref<16xf32>
    %is = arith.cmpf olt, %x, %zero : f32
    %y = arith.select %is, %zero, %x : f32
    affine.store %y, %Y[%i] : memref<16xf32>
  }
  return
}

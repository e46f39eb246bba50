// refused: a load reads another cell
// wrong
func.func @first(%A: memref<16xf32> {llvm.noalias}, %C: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    scf.if %c {
      affine.store %zero, %A[%i] : memref<16xf32>
      %b = affine.load %A[%i] : memref<16xf32>
      affine.store %b, %C[%i] : memref<16xf32>
    } else {
      affine.store %a, %A[%i] : memref<16xf32>
      affine.store %zero, %C[%i] : memref<16xf32>
    }
  }
  return
}
func.func @second(%A: memref<16xf32> {llvm.noalias}, %C: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    %x = arith.select %c, %zero, %a : f32
    %y = arith.select %c, %a, %zero : f32
    affine.store %x, %A[%i] : memref<16xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}

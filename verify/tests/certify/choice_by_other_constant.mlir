// refused: a value is computed otherwise
// wrong
// The comparison holds in each iteration.
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %in = arith.cmpi sge, %i, %c0 : index
    %v = arith.select %in, %x, %zero : f32
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %in = arith.constant false
    %v = arith.select %in, %x, %zero : f32
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}

// refused: 
// wrong
// One of the comparisons is another.
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %c2 = arith.constant 2 : index
    %l = arith.cmpi sge, %i, %c2 : index
    %u = arith.cmpi slt, %i, %m : index
    %in = arith.andi %l, %u : i1
    %v = arith.select %in, %x, %zero : f32
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %c2 = arith.constant 2 : index
    %l = arith.cmpi sge, %i, %c2 : index
    %u = arith.cmpi sle, %i, %m : index
    %in = arith.andi %l, %u : i1
    %v = arith.select %in, %x, %zero : f32
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}

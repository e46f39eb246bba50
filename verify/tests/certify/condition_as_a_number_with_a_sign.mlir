// refused: computed otherwise
// wrong
func.func @first(%x: memref<?xi32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xi32>
    %test = arith.cmpi eq, %v, %one : i32
    %chosen = arith.select %test, %one, %zero : i32
    affine.store %chosen, %y[%i] : memref<?xi32>
  }
  return
}
func.func @second(%x: memref<?xi32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xi32>
    %test = arith.cmpi eq, %v, %one : i32
    %number = arith.extsi %test : i1 to i32
    affine.store %number, %y[%i] : memref<?xi32>
  }
  return
}

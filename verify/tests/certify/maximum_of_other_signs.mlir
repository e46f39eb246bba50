// refused: a value is computed otherwise
func.func @first(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %A[%i - 1] : memref<?xi32>
    %is_greater = arith.cmpi sgt, %a, %b : i32
    %c = scf.if %is_greater -> (i32) {
      %d = affine.load %A[%i] : memref<?xi32>
      scf.yield %d : i32
    } else {
      %d = affine.load %A[%i - 1] : memref<?xi32>
      scf.yield %d : i32
    }
    affine.store %c, %B[%i] : memref<?xi32>
  }
  return
}
func.func @second(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    %b = affine.load %A[%i - 1] : memref<?xi32>
    %a = affine.load %A[%i] : memref<?xi32>
    %c = arith.maxui %b, %a : i32
    affine.store %c, %B[%i] : memref<?xi32>
  }
  return
}

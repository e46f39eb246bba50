// certified
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.index_castui %0 : i32 to index
    %a = memref.load %A[%1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i mod 4294967296] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

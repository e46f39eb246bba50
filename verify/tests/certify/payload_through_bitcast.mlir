// refused: `arith.bitcast`
// Which NaN the sum of two is depends on their order.
func.func @first(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    %c = arith.bitcast %s : f32 to i32
    affine.store %c, %C[%i] : memref<?xi32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %C: memref<?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = arith.addf %b, %a : f32
    %c = arith.bitcast %s : f32 to i32
    affine.store %c, %C[%i] : memref<?xi32>
  }
  return
}

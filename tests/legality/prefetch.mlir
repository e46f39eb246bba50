// The last iterations ask for rows that are not there: a hint reads nothing.
// fires: prefetch
// equal: prefetch
func.func @product(%A: memref<?x10xf32> {llvm.noalias}, %B: memref<10x14xf32> {llvm.noalias}, %C: memref<?x14xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 14 {
      affine.for %k = 0 to 10 {
        %a = affine.load %A[%i, %k] : memref<?x10xf32>
        %b = affine.load %B[%k, %j] : memref<10x14xf32>
        %c = affine.load %C[%i, %j] : memref<?x14xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x14xf32>
      }
    }
  }
  return
}
// -----
// What is asked for is written before it is read: a hint keeps no value.
// fires: prefetch
// equal: prefetch
func.func @overwritten(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i + 4] : memref<?xf32>
  }
  return
}
// -----
// Every iteration reads the same.
// not: prefetch
func.func @stays(%A: memref<?xf32> {llvm.noalias}, %B: memref<2xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[1] : memref<2xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

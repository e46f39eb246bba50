// A function of tensors, and one of memrefs that gives its results where they are computed.
// verdict: proved
func.func @f(%A: tensor<?x?xi32>, %B: tensor<?x?xi32>, %C: tensor<?x?xi32>) -> (tensor<?x?xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %r = linalg.matmul ins(%A, %B : tensor<?x?xi32>, tensor<?x?xi32>) outs(%C : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r, %c1 : tensor<?x?xi32>, i32
}
// -----
func.func @f(%A: memref<?x?xi32> {llvm.noalias}, %B: memref<?x?xi32> {llvm.noalias}, %C: memref<?x?xi32> {llvm.noalias}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xi32>
  %k = memref.dim %A, %c1 : memref<?x?xi32>
  %n = memref.dim %B, %c1 : memref<?x?xi32>
  affine.for %l = 0 to %k {
    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %l] : memref<?x?xi32>
        %b = affine.load %B[%l, %j] : memref<?x?xi32>
        %c = affine.load %C[%i, %j] : memref<?x?xi32>
        %p = arith.muli %a, %b : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<?x?xi32>
      }
    }
  }
  %one = arith.constant 1 : i32
  return %one : i32
}

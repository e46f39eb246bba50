// Factors between 0 and 1, and sizes from what the caches hold to what they do not; ODD has none that a tile divides.
//
// MINI  m = 20, n = 25, p = 30
// 256   m = 256, n = 256, p = 256
// 512   m = 512, n = 512, p = 512
// 1024  m = 1024, n = 1024, p = 1024
// 2048  m = 2048, n = 2048, p = 2048
// ODD   m = 1021, n = 517, p = 773
// LARGE m = 1024, n = 1024, p = 1024
// ARGUMENTS A[m][p], B[p][n], C[m][n]
func.func @init_gemm(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias},
                     %C: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %p = memref.dim %A, %c1 : memref<?x?xf64>
  %hundred = arith.constant 101 : index
  %scale = arith.constant 0.009765625 : f64
  affine.for %i = 0 to %m {
    affine.for %k = 0 to %p {
      %product = arith.muli %i, %c3 : index
      %sum = arith.addi %product, %k : index
      %remainder = arith.remsi %sum, %hundred : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %value = arith.mulf %real, %scale : f64
      affine.store %value, %A[%i, %k] : memref<?x?xf64>
    }
  }
  affine.for %k = 0 to %p {
    affine.for %j = 0 to %n {
      %product = arith.muli %k, %c7 : index
      %sum = arith.addi %product, %j : index
      %remainder = arith.remsi %sum, %hundred : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %value = arith.mulf %real, %scale : f64
      affine.store %value, %B[%k, %j] : memref<?x?xf64>
    }
  }
  return
}

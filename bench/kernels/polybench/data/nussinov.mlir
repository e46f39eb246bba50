// The data that PolyBench 4.2.1 gives nussinov.
//
// MINI       n = 60
// SMALL      n = 180
// MEDIUM     n = 500
// LARGE      n = 2500
// EXTRALARGE n = 5500
// ARGUMENTS  seq[n], table[n][n]
func.func @init_nussinov(%seq: memref<?xi8> {llvm.noalias}, %table: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %seq, %c0 : memref<?xi8>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %sum = arith.addi %i, %c1 : index
    %remainder = arith.remsi %sum, %c4 : index
    %narrow = arith.index_cast %remainder : index to i8
    affine.store %narrow, %seq[%i] : memref<?xi8>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %zero, %table[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

// The data that PolyBench 4.2.1 gives floyd-warshall.
//
// MINI       n = 60
// SMALL      n = 180
// MEDIUM     n = 500
// LARGE      n = 2800
// EXTRALARGE n = 5600
// ARGUMENTS  path[n][n]
func.func @init_floyd_warshall(%path: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c11 = arith.constant 11 : index
  %far = arith.constant 999 : i32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %remainder = arith.remsi %product, %c7 : index
      %sum = arith.addi %remainder, %c1 : index
      %length = arith.index_cast %sum : index to i32
      %both = arith.addi %i, %j : index
      %remainder_1 = arith.remsi %both, %c13 : index
      %test = arith.cmpi eq, %remainder_1, %c0 : index
      %remainder_2 = arith.remsi %both, %c7 : index
      %test_1 = arith.cmpi eq, %remainder_2, %c0 : index
      %remainder_3 = arith.remsi %both, %c11 : index
      %test_2 = arith.cmpi eq, %remainder_3, %c0 : index
      %either = arith.ori %test, %test_1 : i1
      %either_1 = arith.ori %either, %test_2 : i1
      %chosen = arith.select %either_1, %far, %length : i32
      affine.store %chosen, %path[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

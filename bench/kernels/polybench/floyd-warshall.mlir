// The lengths of the shortest paths between all nodes of a graph, after PolyBench 4.2.1.
func.func @kernel_floyd_warshall(%path: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %path_i = affine.load %path[%i, %j] : memref<?x?xi32>
        %path_i_1 = affine.load %path[%i, %k] : memref<?x?xi32>
        %path_k = affine.load %path[%k, %j] : memref<?x?xi32>
        %sum = arith.addi %path_i_1, %path_k : i32
        %less = arith.minsi %path_i, %sum : i32
        affine.store %less, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

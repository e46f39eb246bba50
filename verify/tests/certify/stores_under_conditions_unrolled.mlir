// certified
// Rows of a relaxation, four at a time, each stored where it is smaller.
func.func @first(%d: memref<?x?xi32> {llvm.noalias}, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %d, %c0 : memref<?x?xi32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>()[%k] {
    affine.for %j = affine_map<()[s0] -> (s0)>()[%k] to %n {
      %a = affine.load %d[%i, symbol(%k)] : memref<?x?xi32>
      %b = affine.load %d[symbol(%k), %j] : memref<?x?xi32>
      %sum = arith.addi %a, %b : i32
      %old = affine.load %d[%i, %j] : memref<?x?xi32>
      %is = arith.cmpi slt, %sum, %old : i32
      scf.if %is {
        affine.store %sum, %d[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
func.func @second(%d: memref<?x?xi32> {llvm.noalias}, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %d, %c0 : memref<?x?xi32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%k] step 4 {
    affine.for %j = affine_map<()[s0] -> (s0)>()[%k] to %n {
      %b = affine.load %d[symbol(%k), %j] : memref<?x?xi32>
      %a0 = affine.load %d[%i, symbol(%k)] : memref<?x?xi32>
      %sum0 = arith.addi %a0, %b : i32
      %old0 = affine.load %d[%i, %j] : memref<?x?xi32>
      %is0 = arith.cmpi slt, %sum0, %old0 : i32
      scf.if %is0 {
        affine.store %sum0, %d[%i, %j] : memref<?x?xi32>
      }
      %a1 = affine.load %d[%i + 1, symbol(%k)] : memref<?x?xi32>
      %sum1 = arith.addi %a1, %b : i32
      %old1 = affine.load %d[%i + 1, %j] : memref<?x?xi32>
      %is1 = arith.cmpi slt, %sum1, %old1 : i32
      scf.if %is1 {
        affine.store %sum1, %d[%i + 1, %j] : memref<?x?xi32>
      }
      %a2 = affine.load %d[%i + 2, symbol(%k)] : memref<?x?xi32>
      %sum2 = arith.addi %a2, %b : i32
      %old2 = affine.load %d[%i + 2, %j] : memref<?x?xi32>
      %is2 = arith.cmpi slt, %sum2, %old2 : i32
      scf.if %is2 {
        affine.store %sum2, %d[%i + 2, %j] : memref<?x?xi32>
      }
      %a3 = affine.load %d[%i + 3, symbol(%k)] : memref<?x?xi32>
      %sum3 = arith.addi %a3, %b : i32
      %old3 = affine.load %d[%i + 3, %j] : memref<?x?xi32>
      %is3 = arith.cmpi slt, %sum3, %old3 : i32
      scf.if %is3 {
        affine.store %sum3, %d[%i + 3, %j] : memref<?x?xi32>
      }
    }
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0 floordiv 4 * 4)>()[%k] to affine_map<()[s0] -> (s0)>()[%k] {
    affine.for %j = affine_map<()[s0] -> (s0)>()[%k] to %n {
      %a = affine.load %d[%i, symbol(%k)] : memref<?x?xi32>
      %b = affine.load %d[symbol(%k), %j] : memref<?x?xi32>
      %sum = arith.addi %a, %b : i32
      %old = affine.load %d[%i, %j] : memref<?x?xi32>
      %is = arith.cmpi slt, %sum, %old : i32
      scf.if %is {
        affine.store %sum, %d[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

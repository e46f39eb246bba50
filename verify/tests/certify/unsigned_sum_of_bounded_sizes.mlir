// certified
// A subscript without sign, where both sizes are at most 65535 the sum itself.
func.func @first(%n: i32, %m: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %n_0 = arith.index_castui %n : i32 to index
  %m_0 = arith.index_castui %m : i32 to index
  affine.for %i = 0 to %n_0 {
    affine.for %j = 0 to %m_0 {
      %r = arith.muli %i, %m_0 : index
      %s = arith.addi %r, %j : index
      %t = arith.index_cast %s : index to i32
      %u = arith.index_castui %t : i32 to index
      %x = affine.load %X[%j] : memref<?xf32>
      memref.store %x, %Y[%u] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: i32, %m: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %n_0 = arith.index_castui %n : i32 to index
  %m_0 = arith.index_castui %m : i32 to index
  %n_1 = arith.index_cast %n : i32 to index
  %m_1 = arith.index_cast %m : i32 to index
  %zero = arith.constant 0 : index
  %most = arith.constant 65535 : index
  %t0 = arith.cmpi sge, %n_1, %zero : index
  %t1 = arith.cmpi sge, %m_1, %zero : index
  %t2 = arith.cmpi sge, %most, %n_1 : index
  %t3 = arith.cmpi sge, %most, %m_1 : index
  %a0 = arith.andi %t0, %t1 : i1
  %a1 = arith.andi %a0, %t2 : i1
  %a2 = arith.andi %a1, %t3 : i1
  scf.if %a2 {
    func.call @apart(%n, %m, %X, %Y) : (i32, i32, memref<?xf32>, memref<?xf32>) -> ()
  } else {
    func.call @original(%n, %m, %X, %Y) : (i32, i32, memref<?xf32>, memref<?xf32>) -> ()
  }
  return
}
func.func private @original(%n: i32, %m: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %n_0 = arith.index_castui %n : i32 to index
  %m_0 = arith.index_castui %m : i32 to index
  affine.for %i = 0 to %n_0 {
    affine.for %j = 0 to %m_0 {
      %r = arith.muli %i, %m_0 : index
      %s = arith.addi %r, %j : index
      %t = arith.index_cast %s : index to i32
      %u = arith.index_castui %t : i32 to index
      %x = affine.load %X[%j] : memref<?xf32>
      memref.store %x, %Y[%u] : memref<?xf32>
    }
  }
  return
}
func.func private @apart(%n: i32, %m: i32, %X: memref<?xf32> {llvm.noalias}, %Y: memref<?xf32> {llvm.noalias}) {
  %n_0 = arith.index_castui %n : i32 to index
  %m_0 = arith.index_castui %m : i32 to index
  affine.for %j = 0 to %m_0 {
    affine.for %i = 0 to %n_0 {
      %x = affine.load %X[%j] : memref<?xf32>
      affine.store %x, %Y[%i * symbol(%m_0) + %j] : memref<?xf32>
    }
  }
  return
}

// Each element is computed from its neighbours, in place: two columns behind, the next row need not wait. Rows side by side are lanes.
// equal: skew_registers
func.func @gauss_seidel(%A: memref<34x34xf32> {llvm.noalias}) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<34x34xf32>
      %l = affine.load %A[%i, %j - 1] : memref<34x34xf32>
      %sum = arith.addf %a, %l : f32
      %b = affine.load %A[%i + 1, %j] : memref<34x34xf32>
      %sum_1 = arith.addf %sum, %b : f32
      affine.store %sum_1, %A[%i, %j] : memref<34x34xf32>
    }
  }
  return
}
// -----
// A table of which each cell waits for three: one column behind, the next row need not wait.
// equal: skew_registers
func.func @table(%a: memref<24xi32>, %b: memref<24xi32>, %D: memref<25x25xi32> {llvm.noalias}) {
  affine.for %i = 1 to 25 {
    affine.for %j = 1 to 25 {
      %x = affine.load %a[%i - 1] : memref<24xi32>
      %y = affine.load %b[%j - 1] : memref<24xi32>
      %c = arith.cmpi ne, %x, %y : i32
      %cost = arith.extui %c : i1 to i32
      %u = affine.load %D[%i - 1, %j] : memref<25x25xi32>
      %l = affine.load %D[%i, %j - 1] : memref<25x25xi32>
      %m = arith.minsi %u, %l : i32
      %d = affine.load %D[%i - 1, %j - 1] : memref<25x25xi32>
      %d1 = arith.addi %d, %cost : i32
      %r = arith.minsi %m, %d1 : i32
      affine.store %r, %D[%i, %j] : memref<25x25xi32>
    }
  }
  return
}
// -----
// What is written to one row is read two columns on and two back: three columns behind, the next row need not wait.
// equal: skew_registers
func.func @two_columns_on(%D: memref<26x26xi32> {llvm.noalias}) {
  affine.for %i = 1 to 25 {
    affine.for %j = 2 to 23 {
      %e = affine.load %D[%i - 1, %j + 2] : memref<26x26xi32>
      %l = affine.load %D[%i, %j - 2] : memref<26x26xi32>
      %m = arith.maxsi %e, %l : i32
      %below = affine.load %D[%i + 1, %j] : memref<26x26xi32>
      %s = arith.addi %below, %m : i32
      affine.store %s, %D[%i, %j] : memref<26x26xi32>
    }
  }
  return
}
// -----
// One row: the cells of a place are two apart in it.
// equal: skew_registers
func.func @one_row(%r: memref<40xi32> {llvm.noalias}) {
  affine.for %t = 0 to 24 {
    affine.for %j = 1 to 39 {
      %l = affine.load %r[%j - 1] : memref<40xi32>
      %h = affine.load %r[%j + 1] : memref<40xi32>
      %s = arith.addi %l, %h : i32
      affine.store %s, %r[%j] : memref<40xi32>
    }
  }
  return
}
// -----
// The rows of B are apart, so there is a register tile; those of A read the row above from its other end.
// not: skew_registers
func.func @from_the_other_end(%A: memref<34x34xf32> {llvm.noalias}, %B: memref<34x34xf32> {llvm.noalias}) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i - 1, -%j + 33] : memref<34x34xf32>
      %l = affine.load %A[%i, %j - 1] : memref<34x34xf32>
      %sum = arith.addf %a, %l : f32
      affine.store %sum, %A[%i, %j] : memref<34x34xf32>
    }
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i, %j] : memref<34x34xf32>
      affine.store %a, %B[%i, %j] : memref<34x34xf32>
    }
  }
  return
}
// refused: skew_registers of j_1: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew_registers of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations

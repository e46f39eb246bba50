// Row j of the upper triangle is read where row i of the lower one is written: the conditions keep all iterations
// apart, so that both orders do.
// fires: interchange
func.func @triangles(%A: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
        affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %j) {
          affine.store %a, %A[%i, %j] : memref<9x9xf32>
        }
      }
    }
  }
  return
}
// -----
// The same without the inner condition: the element above and to the right was written one iteration of i and one
// of j later. In one row all are apart.
// not: interchange
// fires: vectorize
func.func @diagonal(%A: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
        affine.store %a, %A[%i, %j] : memref<9x9xf32>
      }
    }
  }
  return
}
// refused: interchange of i and j: refused, flow dependence 10:9 affine.store A[i, j] -> 9:14 affine.load A[i - 1, j + 1] with (<, >), distance (1, -1)
// -----
// Even elements are written, odd ones are read.
// fires: distribute
func.func @parity(%A: memref<20xf32> {llvm.noalias}, %B: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %A[%i + 2] : memref<20xf32>
    }
    affine.if affine_set<(d0) : (d0 mod 2 - 1 == 0)>(%i) {
      %a = affine.load %A[%i] : memref<20xf32>
      affine.store %a, %B[%i] : memref<20xf32>
    }
  }
  return
}
// -----
// The element two on is written where this one is read, before and after: neither statement can go first.
// not: distribute distribute_groups
func.func @same_parity(%A: memref<20xf32> {llvm.noalias}, %B: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %b = affine.load %B[%i] : memref<20xf32>
      affine.store %b, %A[%i + 2] : memref<20xf32>
    }
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %a = affine.load %A[%i] : memref<20xf32>
      affine.store %a, %B[%i + 2] : memref<20xf32>
    }
  }
  return
}
// refused: distribute of i: refused, flow dependence 11:7 affine.store B[i + 2] -> 6:12 affine.load B[i] with (<), distance (2)
// refused: distribute_groups of i: refused, flow dependence 11:7 affine.store B[i + 2] -> 6:12 affine.load B[i] with (<), distance (2)
// -----
// An else branch runs where the condition fails: the element after is read before it is written, and the loop may be
// cut only in the order of the statements.
// fires: distribute
func.func @otherwise(%A: memref<20xf32> {llvm.noalias}, %B: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (d0 - 9 == 0)>(%i) {
    } else {
      %a = affine.load %A[%i + 1] : memref<20xf32>
      affine.store %a, %B[%i] : memref<20xf32>
    }
    affine.if affine_set<(d0) : (d0 - 10 == 0)>(%i) {
      affine.store %x, %A[%i] : memref<20xf32>
    }
  }
  return
}
// -----
// Each sum is held in a register, whatever the condition says, and so are those of several rows as lanes.
// equal: promote unroll vectorize
func.func @inside(%A: memref<64x64xf32> {llvm.noalias}, %x: memref<64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.if affine_set<(d0, d1) : (d0 * 2 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%j, %i] : memref<64x64xf32>
        %s = affine.load %x[%i] : memref<64xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %x[%i] : memref<64xf32>
      }
    }
  }
  return
}
// -----
// not lifted: a condition is not affine with constant divisors
func.func @divisor(%A: memref<9xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0)[s0] : (d0 floordiv s0 - 1 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<9xf32>
    }
  }
  return
}
// -----
// Lanes of either branch, by conditions on the remainder and on the distance from the diagonal.
// equal: vectorize mask_vectors unroll
func.func @by_lane(%A: memref<23x23xi32> {llvm.noalias}, %B: memref<23x23xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 23 {
    affine.for %j = 0 to 23 {
      affine.if affine_set<(d0, d1) : (d1 mod 3 == 0, d0 - d1 * 2 + 7 >= 0)>(%i, %j) {
        %b = affine.load %B[%i, %j] : memref<23x23xi32>
        affine.store %b, %A[%i, %j] : memref<23x23xi32>
      } else {
        affine.if affine_set<(d0, d1) : (d0 floordiv 2 - d1 == 0)>(%i, %j) {
          affine.store %x, %A[%i, %j] : memref<23x23xi32>
        }
      }
    }
  }
  return
}
// -----
// The divisor is known not to be zero only where the condition holds.
// not: vectorize
func.func @guarded_division(%A: memref<24xi32> {llvm.noalias}, %x: i32, %y: i32) {
  affine.for %i = 0 to 24 {
    affine.if affine_set<(d0) : (d0 mod 5 == 0)>(%i) {
      %q = arith.divsi %x, %y : i32
      affine.store %q, %A[%i] : memref<24xi32>
    }
  }
  return
}
// refused: vectorize of i: refused, a division may have no value where a condition fails
// -----
// The one element that all lanes read is there only for rows after the first.
// not: vectorize
func.func @guarded_element(%A: memref<24x24xf32> {llvm.noalias}, %B: memref<23xf32> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 2 == 0, d0 - 1 >= 0)>(%i, %j) {
        %b = affine.load %B[%i - 1] : memref<23xf32>
        affine.store %b, %A[%i, %j] : memref<24x24xf32>
      }
    }
  }
  return
}
// refused: vectorize of j: refused, 7:14 affine.load B[i - 1] may be outside its array
// -----
// A row of which the ends are not there: lanes read under the mask only.
// equal: vectorize
func.func @guarded_row(%A: memref<24xf32> {llvm.noalias}, %B: memref<12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.if affine_set<(d0) : (d0 - 6 >= 0, 17 - d0 >= 0)>(%i) {
      %b = affine.load %B[%i - 6] : memref<12xf32>
      affine.store %b, %A[%i] : memref<24xf32>
    }
  }
  return
}
// -----
// The cell is outside its buffer where the condition fails, so that it cannot be held in a register.
// not: promote
func.func @held_outside(%A: memref<24x24xf32> {llvm.noalias}, %s: memref<23xf32> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 2 == 0, d0 - 1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<24x24xf32>
        %b = affine.load %s[%i - 1] : memref<23xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %s[%i - 1] : memref<23xf32>
      }
    }
  }
  return
}
// refused: promote of j: refused, 10:9 affine.store s[i - 1] may be outside its array
// -----
// Sums in one branch and products in the other have no order but that of the source.
// not: vectorize
func.func @two_ways(%A: memref<24xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    %a = affine.load %A[%i] : memref<24xi32>
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %c = affine.load %s[0] : memref<1xi32>
      %n = arith.addi %a, %c : i32
      affine.store %n, %s[0] : memref<1xi32>
    } else {
      %c = affine.load %s[0] : memref<1xi32>
      %n = arith.muli %a, %c : i32
      affine.store %n, %s[0] : memref<1xi32>
    }
  }
  return
}
// refused: vectorize of i: refused, anti dependence 7:12 affine.load s[0] -> 9:7 affine.store s[0] with (<)
// -----
// Sums of every other element, by lanes.
// equal: vectorize
func.func @some_terms(%A: memref<24xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 23 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %a = affine.load %A[%i] : memref<24xi32>
      %c = affine.load %s[0] : memref<1xi32>
      %n = arith.addi %a, %c : i32
      affine.store %n, %s[0] : memref<1xi32>
    }
  }
  return
}

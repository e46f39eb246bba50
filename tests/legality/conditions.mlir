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

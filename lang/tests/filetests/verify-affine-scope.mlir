// RUN: parse-error
// A value computed inside of a loop is no dimension.
func.func @computed(%m: memref<8xf32>, %a: index) {
  affine.for %i = 0 to 8 {
    %j = arith.addi %i, %a : index
    %x = affine.load %m[%j] : memref<8xf32>
  }
  return
}
// EXPECTED
// 6:10: `affine.load`: an index `%j` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   5:10: defined here

// -----
// An induction variable is no symbol.
func.func @variable(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<()[s0] -> (s0)>()[%i] {
    }
  }
  return
}
// EXPECTED
// 4:5: `affine.for`: the operand `%i` cannot be used as a symbol (expected a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)

// -----
// What is applied to an induction variable is no symbol either.
func.func @applied() {
  affine.for %i = 0 to 8 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    affine.if affine_set<()[s0] : (s0 >= 0)>()[%j] {
    }
  }
  return
}
// EXPECTED
// 5:5: `affine.if`: the operand `%j` cannot be used as a symbol (expected a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   4:10: defined here

// -----
// And what is applied to a value that is neither is neither.
func.func @applied_to_neither(%m: memref<8xf32>, %a: index) {
  affine.for %i = 0 to 8 {
    %j = arith.muli %i, %a : index
    %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
    %l = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    affine.store %x, %m[%l] : memref<8xf32>
    %x = arith.constant 1.0 : f32
  }
  return
}
// EXPECTED
// 7:5: `affine.store`: operand #0 `%x` is used before its definition: its definition does not dominate this use
//   8:10: defined here
// 7:5: `affine.store`: an index `%l` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   6:10: defined here

// -----
// The argument of a block is at the top only if its region is the function's.
func.func @inside(%m: memref<8xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
    %x = affine.load %m[%i] : memref<8xf32>
  }
  return
}
// EXPECTED
// 4:10: `affine.load`: an index `%i` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)

// -----
// The extent of an array made inside, of a size computed inside.
func.func @extent(%a: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    %n = arith.addi %i, %a : index
    %m = memref.alloc(%n) : memref<?xf32>
    %d = memref.dim %m, %c0 : memref<?xf32>
    affine.for %j = 0 to %d {
    }
  }
  return
}
// EXPECTED
// 8:5: `affine.for`: the operand `%d` cannot be used as a symbol (expected a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   7:10: defined here

// -----
// Of an extent that is not constant nothing is known.
func.func @which(%a: index) {
  affine.for %i = 0 to 8 {
    %m = memref.alloc() : memref<4xf32>
    %d = memref.dim %m, %i : memref<4xf32>
    affine.for %j = 0 to %d {
    }
  }
  return
}
// EXPECTED
// 6:5: `affine.for`: the operand `%d` cannot be used as a symbol (expected a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   5:10: defined here

// -----
// An operation that is not known begins no scope.
func.func @unknown(%m: memref<8xf32>) {
  "some.op"() ({
    %i = "some.def"() : () -> index
    %x = affine.load %m[%i] : memref<8xf32>
  }) : () -> ()
  return
}
// EXPECTED
// 5:10: `affine.load`: an index `%i` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   4:10: defined here

// -----
func.func @prefetched(%m: memref<8xf32>, %a: index) {
  affine.for %i = 0 to 8 {
    %j = arith.addi %i, %a : index
    affine.prefetch %m[%j], read, locality<3>, data : memref<8xf32>
  }
  return
}
// EXPECTED
// 4:5: `affine.prefetch`: an index `%j` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   3:10: defined here

// -----
func.func @moved(%m: memref<8xf32>, %t: memref<1xi32>, %a: index) {
  affine.for %i = 0 to 8 {
    %j = arith.addi %i, %a : index
    affine.dma_start %m[%i], %m[%j], %t[0], %a : memref<8xf32>, memref<8xf32>, memref<1xi32>
    affine.dma_wait %t[%j], %a : memref<1xi32>
  }
  return
}
// EXPECTED
// 4:5: `affine.dma_start`: dst index `%j` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   3:10: defined here
// 5:5: `affine.dma_wait`: an index `%j` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   3:10: defined here

// -----
func.func @parallel(%a: index) {
  affine.for %i = 0 to 8 {
    %j = arith.addi %i, %a : index
    affine.parallel (%p) = (0) to (%j) {
    }
  }
  return
}
// EXPECTED
// 4:5: `affine.parallel`: the operand `%j` cannot be used as a dimension (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   3:10: defined here

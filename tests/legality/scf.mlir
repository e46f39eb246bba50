// The loops of a product of matrices as they are after linalg was lowered, with tiles: bounds are minima.
// fires: interchange strip_mine_cache parallelize
func.func @tiled(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias},
                 %C: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %n step %c16 {
    %next = arith.addi %t, %c16 : index
    %end = arith.minsi %next, %n : index
    scf.for %i = %t to %end step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        scf.for %k = %c0 to %l step %c1 {
          %a = memref.load %A[%i, %k] : memref<?x?xf32>
          %b = memref.load %B[%k, %j] : memref<?x?xf32>
          %c = memref.load %C[%i, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// -----
// Subscripts by arithmetic, and a step that is not one; an iteration writes what the next but one reads.
// fires: strip_mine_cache
// not: parallelize
func.func @arithmetic(%A: memref<64xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c30 = arith.constant 30 : index
  scf.for %i = %c0 to %c30 step %c1 {
    %twice = arith.muli %i, %c2 : index
    %further = arith.addi %twice, %c2 : index
    %a = memref.load %A[%twice] : memref<64xf32>
    memref.store %a, %A[%further] : memref<64xf32>
  }
  return
}
// refused: parallelize of i: refused, flow dependence 13:5 memref.store A[2 * i + 2] -> 12:10 memref.load A[2 * i] with (<), distance (1)
// -----
// Sizes that are computed before the loops, which may have no iteration; sums in registers.
// equal: strip_mine_cache split_register_tiles
func.func @sums(%A: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %last = arith.subi %n, %c1 : index
  scf.for %i = %c1 to %last step %c3 {
    scf.for %j = %i to %m step %c1 {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %s = memref.load %x[%j] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      memref.store %t, %x[%j] : memref<?xf32>
    }
  }
  return
}
// -----
// Conditions of all kinds, with results.
// equal: strip_mine_cache
func.func @conditions(%A: memref<6x7xf32> {llvm.noalias}, %B: memref<6x7xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %a = memref.load %A[%i, %j] : memref<6x7xf32>
      %lower = arith.cmpi slt, %i, %j : index
      %positive = arith.cmpi sge, %n, %c2 : index
      %both = arith.andi %lower, %positive : i1
      %r = scf.if %both -> (f32) {
        %d = arith.addf %a, %a : f32
        scf.yield %d : f32
      } else {
        scf.yield %zero : f32
      }
      memref.store %r, %B[%i, %j] : memref<6x7xf32>
      %other = arith.cmpi ne, %j, %c2 : index
      %first = arith.cmpi sgt, %i, %c1 : index
      %either = arith.ori %other, %first : i1
      %neither = arith.xori %either, %true : i1
      scf.if %neither {
        memref.store %a, %B[%i, %j] : memref<6x7xf32>
      }
      scf.if %other {
        memref.store %r, %A[%i, %j] : memref<6x7xf32>
      }
    }
  }
  return
}
// -----
// Parallel loops with a sum and a greatest value.
// equal: strip_mine_cache
func.func @parallel(%A: memref<5x4xf32> {llvm.noalias}, %s: memref<2xf32> {llvm.noalias}, %start: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c5, %c4) step (%c1, %c2) init (%start, %start) -> (f32, f32) {
    %a = memref.load %A[%i, %j] : memref<5x4xf32>
    scf.reduce(%a, %a : f32, f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y fastmath<reassoc> : f32
      scf.reduce.return %z : f32
    }, {
    ^bb0(%x: f32, %y: f32):
      %z = arith.maximumf %x, %y fastmath<reassoc> : f32
      scf.reduce.return %z : f32
    }
  }
  memref.store %r#0, %s[%c0] : memref<2xf32>
  memref.store %r#1, %s[%c1] : memref<2xf32>
  return
}
// -----
// not lifted: a step that is not a positive constant is not understood
func.func @step(%A: memref<?xf32>, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %step {
    %a = memref.load %A[%i] : memref<?xf32>
    memref.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// -----
// Rows of a sparse matrix: where they start is data.
// not lifted: a loop bound is not affine with constant divisors
func.func @sparse(%rows: memref<?xindex>, %A: memref<?xf32>, %x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %start = memref.load %rows[%i] : memref<?xindex>
    scf.for %k = %start to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xf32>
      memref.store %a, %x[%i] : memref<?xf32>
    }
  }
  return
}
// -----
// not lifted: to other elements of it under a condition on data
func.func @data(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<?xf32>
    %is_less = arith.cmpf olt, %a, %zero : f32
    scf.if %is_less {
      memref.store %zero, %A[%i] : memref<?xf32>
    }
    memref.store %zero, %A[%n] : memref<?xf32>
  }
  return
}
// -----
// Unsigned comparison takes a negative index for a great one.
// not lifted: to other elements of it under a condition on data
func.func @unsigned(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %is_less = arith.cmpi ult, %before, %n : index
    scf.if %is_less {
      memref.store %zero, %A[%before] : memref<?xf32>
    }
    memref.store %zero, %A[%n] : memref<?xf32>
  }
  return
}
// -----
// not lifted: a loop over integers of more than 64 bits is not understood
func.func @narrow(%A: memref<?xf32>, %n: i128) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 : i128 {
    %j = arith.index_cast %i : i128 to index
    memref.store %zero, %A[%j] : memref<?xf32>
  }
  return
}

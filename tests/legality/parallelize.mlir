// equal: parallelize
func.func @rows(%A: memref<7x5xf32> {llvm.noalias}, %B: memref<7x5xf32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %b = affine.load %B[%i, %j] : memref<7x5xf32>
      affine.store %b, %A[%i, %j] : memref<7x5xf32>
    }
  }
  return
}
// -----
// Symbolic bounds; the rows are independent, the columns are not.
// equal: parallelize
func.func @prefix_sums(%A: memref<?x?xi32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j - 1] : memref<?x?xi32>
      %b = affine.load %A[%i, %j] : memref<?x?xi32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %A[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
// -----
// Triangles, and a product that may be tiled.
// equal: parallelize
func.func @triangle(%A: memref<6x6xf32> {llvm.noalias}, %B: memref<6x6xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 6 {
        %a = affine.load %A[%i, %k] : memref<6x6xf32>
        %b = affine.load %A[%j, %k] : memref<6x6xf32>
        %c = affine.load %B[%i, %j] : memref<6x6xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %B[%i, %j] : memref<6x6xf32>
      }
    }
  }
  return
}
// -----
// Every iteration writes the temporary before it reads it, and nothing reads it afterwards: each has its own.
// equal: parallelize
func.func @own_temporary(%A: memref<9x4xf32> {llvm.noalias}, %s: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %sum = affine.for %k = 0 to 4 iter_args(%t = %zero) -> (f32) {
      %a = affine.load %A[%i, %k] : memref<9x4xf32>
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    }
    affine.store %sum, %s[%i] : memref<9xf32>
  }
  return
}
// -----
// Distance 1, written before it is read.
// not: parallelize
func.func @recurrence(%A: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %A[%i + 1] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// -----
// Distance -1: read before the next iteration overwrites it.
// not: parallelize
func.func @shift(%A: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %a, %A[%i] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 5:10 affine.load A[i + 1] -> 6:5 affine.store A[i] with (<), distance (1)
// -----
// The arguments may be one array.
// not: parallelize
func.func @alias(%A: memref<9xf32>, %B: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %a, %B[%i] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 5:10 affine.load A[i + 1] -> 6:5 affine.store B[i] with (<); assumed, for A and B may overlap
// -----
// Element (i, j) and element (j, i) are of different iterations of the outer loop; the inner one is a recurrence.
// not: parallelize
func.func @permuted(%A: memref<8x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 8 {
      %a = affine.load %A[%j, %i] : memref<8x8xf32>
      %b = affine.load %A[%i, %j - 1] : memref<8x8xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// refused: parallelize of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: parallelize of i: refused, anti dependence 6:12 affine.load A[j, i] -> 9:7 affine.store A[i, j] with (<)
// -----
// Of the same two elements, but the inner loop alone: for one i they meet in the diagonal only.
// equal: parallelize
func.func @permuted_inside(%A: memref<8x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i] : memref<8x8xf32>
      affine.store %a, %A[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// -----
// Only the last element is touched twice.
// not: parallelize
func.func @one_conflict(%A: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i + 9] : memref<20xf32>
    affine.store %a, %A[%i] : memref<20xf32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 5:10 affine.load A[i + 9] -> 6:5 affine.store A[i] with (<), distance (9)
// -----
// Just so far apart that nothing is touched twice.
// equal: parallelize
func.func @no_conflict(%A: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i + 10] : memref<20xf32>
    affine.store %a, %A[%i] : memref<20xf32>
  }
  return
}
// -----
// A scalar that goes from one iteration to the next.
// not: parallelize
func.func @carried(%A: memref<9xf32> {llvm.noalias}, %x: f32) -> f32 {
  %last = affine.for %i = 0 to 9 iter_args(%t = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %t, %A[%i] : memref<9xf32>
    affine.yield %a : f32
  }
  return %last : f32
}
// refused: parallelize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// The cell is the same in every iteration: a sum, whose order the strict model keeps.
// not: parallelize
func.func @sum(%A: memref<9xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %t = affine.load %s[0] : memref<1xf32>
    %u = arith.addf %t, %a : f32
    affine.store %u, %s[0] : memref<1xf32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 6:10 affine.load s[0] -> 8:5 affine.store s[0] with (<)
// -----
// Two iterations share a cell: i floordiv 2 is the same for 0 and 1.
// not: parallelize
func.func @halves(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i floordiv 2] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, output dependence 5:5 affine.store A[(i) floordiv 2] -> 5:5 affine.store A[(i) floordiv 2] with (<)
// -----
// A value that is always the same is written twice all the same: which of the writes comes last is no matter to
// the memory, but it is a race.
// not: parallelize
func.func @same_value(%A: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i mod 3] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, output dependence 6:5 affine.store A[(i) mod 3] -> 6:5 affine.store A[(i) mod 3] with (<)
// -----
// What an iteration reads of B another writes: through B, not through A.
// not: parallelize
func.func @through_another(%A: memref<9xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %b = affine.load %B[%i] : memref<10xf32>
    affine.store %b, %A[%i] : memref<9xf32>
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %B[%i + 1] : memref<10xf32>
  }
  return
}
// refused: parallelize of i: refused, flow dependence 8:5 affine.store B[i + 1] -> 5:10 affine.load B[i] with (<), distance (1)
// -----
// The loop over k is empty for i = 1. Held in registers over it, the cells that i = 0 writes must not be written
// back by i = 1.
// fires: parallelize
func.func @empty_inside(%A: memref<4xf32> {llvm.noalias}, %c: memref<4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to 1 {
      affine.for %j = affine_map<(d0) -> (d0)>(%k) to 4 {
        %a = affine.load %A[%k] : memref<4xf32>
        %s = affine.load %c[%j] : memref<4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %c[%j] : memref<4xf32>
      }
    }
  }
  return
}
// -----
// Two values that change places in a loop that runs once: whatever the order inside, each iteration has them for itself.
// equal: parallelize
func.func @exchanged(%A: memref<5xi32> {llvm.noalias}, %B: memref<4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<5xi32>
    %b = affine.load %A[%i + 1] : memref<5xi32>
    %r:2 = affine.for %j = 0 to 1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
      affine.yield %y, %x : i32, i32
    }
    affine.store %r#0, %B[%i] : memref<4xi32>
  }
  return
}
// -----
// The loop around both runs once, so its parts may be apart inside the parallel loop.
// equal: parallelize
func.func @product_of_row(%A: memref<3x5xf32> {llvm.noalias}, %B: memref<3x5xf32> {llvm.noalias}) {
  affine.for %i = 1 to 3 step 3 {
    affine.for %j = 0 to 3 step 2 {
      %a = affine.load %A[%i, %j + 2] : memref<3x5xf32>
      %p = affine.for %k = 1 to 5 iter_args(%acc = %a) -> (f32) {
        %b = affine.load %A[%i - 1, %k] : memref<3x5xf32>
        %next = arith.mulf %acc, %b : f32
        affine.yield %next : f32
      }
      affine.store %p, %B[%i, %j] : memref<3x5xf32>
    }
  }
  return
}

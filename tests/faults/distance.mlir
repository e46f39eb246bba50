// The wrong direction: an iteration needs what one that would come after it makes, or spoils what that still needs.
// Distance (1, -1): what row i + 1 reads in column j - 1 was written one column further in row i.
// not: collapse distribute distribute_groups interchange parallelize_reduction
func.func @diagonal(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: collapse of i: refused, flow dependence 8:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j + 1] with (<), distance (1)
// refused: distribute of i: refused, flow dependence 8:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j + 1] with (<), distance (1)
// refused: distribute_groups of i: refused, flow dependence 8:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j + 1] with (<), distance (1)
// refused: interchange of i and j: refused, flow dependence 8:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j + 1] with (<, >), distance (1, -1)
// refused: parallelize_reduction of i: refused, flow dependence 8:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j + 1] with (<), distance (1)
// -----
// Distance -1 in the rows that are written from their end.
// not: collapse distribute distribute_groups parallelize_reduction reverse
func.func @from_the_end(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, 7 - %j] : memref<9x9xf32>
      affine.store %a, %A[%i, 8 - %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: collapse of j: refused, anti dependence 6:12 affine.load A[i, -j + 7] -> 7:7 affine.store A[i, -j + 8] with (<), distance (1)
// refused: distribute of j: refused, anti dependence 6:12 affine.load A[i, -j + 7] -> 7:7 affine.store A[i, -j + 8] with (<), distance (1)
// refused: distribute_groups of j: refused, anti dependence 6:12 affine.load A[i, -j + 7] -> 7:7 affine.store A[i, -j + 8] with (<), distance (1)
// refused: parallelize_reduction of j: refused, anti dependence 6:12 affine.load A[i, -j + 7] -> 7:7 affine.store A[i, -j + 8] with (<), distance (1)
// refused: reverse of j: refused, anti dependence 6:12 affine.load A[i, -j + 7] -> 7:7 affine.store A[i, -j + 8] with (<), distance (1)
// -----
// Distance 1 in the only loop: no two of its iterations at once.
// not: mask_vectors parallelize parallelize_reduction split_register_tiles vectorize
func.func @row(%A: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 39 {
    %a = affine.load %A[%i] : memref<40xf32>
    affine.store %a, %A[%i + 1] : memref<40xf32>
  }
  return
}
// refused: mask_vectors of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// refused: parallelize of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// refused: parallelize_reduction of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// refused: split_register_tiles of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// refused: vectorize of i: refused, flow dependence 6:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// -----
// The second statement writes what the first reads in the next iteration.
// not: parallelize_reduction
func.func @two(%A: memref<10xf32> {llvm.noalias}, %B: memref<10x8xf32> {llvm.noalias}, %C: memref<10x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i] : memref<10xf32>
      %b = affine.load %B[%i, %j] : memref<10x8xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %C[%i, %j] : memref<10x8xf32>
      affine.store %c, %A[%i + 1] : memref<10xf32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, output dependence 10:7 affine.store A[i + 1] -> 10:7 affine.store A[i + 1] with (<)
// refused: parallelize_reduction of i: refused, flow dependence 10:7 affine.store A[i + 1] -> 6:12 affine.load A[i] with (<), distance (1)
// -----
// Each step reads the whole row of the step before, from its end: no stripes move with time.
// not: collapse distribute distribute_groups interchange parallelize_reduction
func.func @steps(%A: memref<9x12xf32> {llvm.noalias}) {
  affine.for %t = 1 to 9 {
    affine.for %i = 0 to 12 {
      %a = affine.load %A[%t - 1, 11 - %i] : memref<9x12xf32>
      affine.store %a, %A[%t, %i] : memref<9x12xf32>
    }
  }
  return
}
// refused: collapse of t: refused, flow dependence 7:7 affine.store A[t, i] -> 6:12 affine.load A[t - 1, -i + 11] with (<), distance (1)
// refused: distribute of t: refused, flow dependence 7:7 affine.store A[t, i] -> 6:12 affine.load A[t - 1, -i + 11] with (<), distance (1)
// refused: distribute_groups of t: refused, flow dependence 7:7 affine.store A[t, i] -> 6:12 affine.load A[t - 1, -i + 11] with (<), distance (1)
// refused: interchange of t and i: refused, flow dependence 7:7 affine.store A[t, i] -> 6:12 affine.load A[t - 1, -i + 11] with (<, >)
// refused: parallelize_reduction of t: refused, flow dependence 7:7 affine.store A[t, i] -> 6:12 affine.load A[t - 1, -i + 11] with (<), distance (1)
// -----
// In place, the row is read from its end.
// not: collapse interchange parallelize parallelize_reduction split_register_tiles vectorize
func.func @steps_in_place(%A: memref<12xf32> {llvm.noalias}) {
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 12 {
      %a = affine.load %A[11 - %i] : memref<12xf32>
      affine.store %a, %A[%i] : memref<12xf32>
    }
  }
  return
}
// refused: collapse of t: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: interchange of t and i: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<, >)
// refused: parallelize of i: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: parallelize of t: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: parallelize_reduction of t: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: split_register_tiles of i: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: split_register_tiles of t: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// refused: vectorize of i: refused, anti dependence 6:12 affine.load A[-i + 11] -> 7:7 affine.store A[i] with (<)
// -----
// The cell that is accumulated into is read by the next iteration of the loop that would be around it.
// not: collapse interchange parallelize parallelize_reduction split_register_tiles vectorize
func.func @sums(%A: memref<12xf32> {llvm.noalias}, %B: memref<12x16xf32> {llvm.noalias}) {
  affine.for %i = 1 to 12 {
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%i] : memref<12xf32>
      %p = affine.load %A[%i - 1] : memref<12xf32>
      %b = affine.load %B[%i, %k] : memref<12x16xf32>
      %m = arith.mulf %p, %b : f32
      %s = arith.addf %a, %m : f32
      affine.store %s, %A[%i] : memref<12xf32>
    }
  }
  return
}
// refused: collapse of i: refused, flow dependence 11:7 affine.store A[i] -> 7:12 affine.load A[i - 1] with (<), distance (1)
// refused: interchange of i and k: refused, flow dependence 11:7 affine.store A[i] -> 7:12 affine.load A[i - 1] with (<, >)
// refused: parallelize of k: refused, anti dependence 6:12 affine.load A[i] -> 11:7 affine.store A[i] with (<)
// refused: parallelize of i: refused, flow dependence 11:7 affine.store A[i] -> 7:12 affine.load A[i - 1] with (<), distance (1)
// refused: parallelize_reduction of k: refused, anti dependence 6:12 affine.load A[i] -> 11:7 affine.store A[i] with (<)
// refused: parallelize_reduction of i: refused, flow dependence 11:7 affine.store A[i] -> 7:12 affine.load A[i - 1] with (<), distance (1)
// refused: split_register_tiles of k: refused, anti dependence 6:12 affine.load A[i] -> 11:7 affine.store A[i] with (<)
// refused: split_register_tiles of i: refused, flow dependence 11:7 affine.store A[i] -> 7:12 affine.load A[i - 1] with (<), distance (1)
// refused: vectorize of k: refused, anti dependence 6:12 affine.load A[i] -> 11:7 affine.store A[i] with (<)
// -----
// The array between the two is read one element behind: one cell of it is not enough.
// not: parallelize_reduction
func.func @behind(%A: memref<12xf32> {llvm.noalias}, %B: memref<12xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<12xf32>
  affine.for %i = 1 to 12 {
    %a = affine.load %A[%i] : memref<12xf32>
    affine.store %a, %t[%i] : memref<12xf32>
    %b = affine.load %t[%i - 1] : memref<12xf32>
    affine.store %b, %B[%i] : memref<12xf32>
  }
  return
}
// refused: parallelize_reduction of i: refused, flow dependence 7:5 affine.store t[i] -> 8:10 affine.load t[i - 1] with (<), distance (1)
// -----
// A write after a read: the first loop reads cells far ahead that the second writes.
// not: fuse
func.func @ahead(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 32 {
      %a = affine.load %A[2 * %i] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
    affine.for %k = 0 to 32 {
      %b = affine.load %B[%k] : memref<64xf32>
      affine.store %b, %A[%k + 31] : memref<64xf32>
    }
  }
  return
}
// refused: fuse of i and k: refused, anti dependence 6:12 affine.load A[2 * i] -> 11:7 affine.store A[k + 31]
// -----
// A row is summed up while the next one is made of it.
// not: distribute_groups expand parallelize_reduction
func.func @next_row(%A: memref<10x5x4xf32> {llvm.noalias}, %t: memref<5x6xf32> {llvm.noalias}) {
  affine.for %b = 0 to 9 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %c = affine.load %A[%b, %i, %k] : memref<10x5x4xf32>
          %x = affine.load %A[%b + 1, %i, %j] : memref<10x5x4xf32>
          %s = arith.addf %c, %x : f32
          affine.store %s, %A[%b + 1, %i, %j] : memref<10x5x4xf32>
        }
      }
    }
  }
  return
}
// refused: distribute_groups of k: refused, anti dependence 9:16 affine.load A[b + 1, i, j] -> 11:11 affine.store A[b + 1, i, j] with (<)
// refused: distribute_groups of b: refused, flow dependence 11:11 affine.store A[b + 1, i, j] -> 8:16 affine.load A[b, i, k] with (<), distance (1)
// refused: expand: refused, the cell of 8:16 affine.load A[b, i, k] may be one of 11:11 affine.store A[b + 1, i, j]
// refused: expand: refused, the cell of 9:16 affine.load A[b + 1, i, j] may be one of 11:11 affine.store A[b + 1, i, j]
// refused: parallelize_reduction of k: refused, anti dependence 9:16 affine.load A[b + 1, i, j] -> 11:11 affine.store A[b + 1, i, j] with (<)
// refused: parallelize_reduction of b: refused, flow dependence 11:11 affine.store A[b + 1, i, j] -> 8:16 affine.load A[b, i, k] with (<), distance (1)
// -----
// One column further and it is among what is written: later columns read another factor.
// not: hoist
func.func @column_too_many(%A: memref<12x13xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 3 to 12 {
      %a = affine.load %A[%i, %j] : memref<12x13xf32>
      %b = affine.load %A[%i, 3] : memref<12x13xf32>
      %p = arith.mulf %a, %b : f32
      affine.store %p, %A[%i, %j] : memref<12x13xf32>
    }
  }
  return
}
// refused: hoist of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, 3]
// -----
// The cell is written a distance before: element i - 1 is read where i does not move.
// not: hoist
func.func @before(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i + %j - 1] : memref<?xf32>
    }
  }
  return
}
// refused: hoist of j: refused, flow dependence 8:7 affine.store A[i + j - 1] -> 6:12 affine.load A[i - 1]
// -----
// The element that is taken up is one that is not known when its column would be.
// not: sink
func.func @one_too_late(%x: memref<?xi32> {llvm.noalias}, %L: memref<?x?xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j + 1] : memref<?xi32>
      %p = arith.muli %l, %y : i32
      %s = arith.subi %a, %p : i32
      affine.store %s, %x[%i] : memref<?xi32>
    }
    %a = affine.load %x[%i] : memref<?xi32>
    %q = arith.muli %a, %a : i32
    affine.store %q, %x[%i] : memref<?xi32>
  }
  return
}
// refused: sink of i and j: refused, flow dependence 11:7 affine.store x[i] -> 8:12 affine.load x[j + 1] with (<, >)
// -----
// Each tile is done twice before the next one.
// not: untile
func.func @tile_twice(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 8 {
    affine.for %r = 0 to 2 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
        %0 = affine.load %A[%i] : memref<?xf32>
        %1 = affine.load %A[%i + 1] : memref<?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
// refused: untile of t and r: refused, anti dependence 8:14 affine.load A[i + 1] -> 10:9 affine.store A[i] with (<, >)
// -----
// Two rows side by side, of which the second is made of what the first has become further on.
// not: reroll
func.func @row_of_a_row(%A: memref<65x?xf32>, %n: index) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j + 1] : memref<65x?xf32>
      affine.store %a, %A[%i + 1, %j] : memref<65x?xf32>
      %b = affine.load %A[%i + 1, %j + 1] : memref<65x?xf32>
      affine.store %b, %A[%i + 2, %j] : memref<65x?xf32>
    }
  }
  return
}
// refused: reroll of i_1: refused, flow dependence the store to A[i_1 + 1, j_1] -> the load of A[i_1, j_1 + 1] with (<), distance (1)
// -----
// Rows are read twenty rows after they were written.
// not: fold_storage
func.func @long_ago(%A: memref<32x8xf32> {llvm.noalias}, %B: memref<32x8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<32x8xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<32x8xf32>
      affine.store %a, %t[%i, -%j + 7] : memref<32x8xf32>
    }
    affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%i) {
      affine.for %j = 0 to 8 {
        %b = affine.load %t[%i - 20, %j] : memref<32x8xf32>
        affine.store %b, %B[%i, %j] : memref<32x8xf32>
      }
    }
  }
  memref.dealloc %t : memref<32x8xf32>
  return
}
// refused: fold_storage: refused, 8:7 affine.store t[i, -j + 7] may come before 12:14 affine.load t[i - 20, j_1] of a row 16 or more before its own

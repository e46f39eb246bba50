// Subscripts in another order: what looks like the same cell is that of another iteration.
// A[j, i] is read where A[i, j] is written.
// not: collapse distribute distribute_groups interchange parallelize_reduction
func.func @transposed(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%j, %i] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 7:12 affine.load A[j, i] -> 8:7 affine.store A[i, j] with (<)
// refused: distribute of i: refused, anti dependence 7:12 affine.load A[j, i] -> 8:7 affine.store A[i, j] with (<)
// refused: distribute_groups of i: refused, anti dependence 7:12 affine.load A[j, i] -> 8:7 affine.store A[i, j] with (<)
// refused: interchange of i and j: refused, anti dependence 7:12 affine.load A[j, i] -> 8:7 affine.store A[i, j] with (<, >)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load A[j, i] -> 8:7 affine.store A[i, j] with (<)
// -----
// A product in place: the factor is the result, transposed.
// not: collapse expand interchange mask_vectors parallelize parallelize_reduction promote split_register_tiles vectorize
func.func @product(%A: memref<16x16xf32> {llvm.noalias}, %B: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%k, %i] : memref<16x16xf32>
        %b = affine.load %B[%k, %j] : memref<16x16xf32>
        %c = affine.load %A[%i, %j] : memref<16x16xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %A[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}
// refused: collapse of j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: collapse of i: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: expand: refused, the cell of 9:14 affine.load A[i, j] may be one of 12:9 affine.store A[i, j]
// refused: expand: refused, the cell of 7:14 affine.load A[k, i] may be one of 12:9 affine.store A[i, j]
// refused: interchange of j and k: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<, >)
// refused: interchange of i and j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<, >)
// refused: mask_vectors of j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize of k: refused, anti dependence 9:14 affine.load A[i, j] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize of j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize of i: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize_reduction of k: refused, anti dependence 9:14 affine.load A[i, j] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize_reduction of j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: promote of k: refused, the cell of 12:9 affine.store A[i, j] may be one of 7:14 affine.load A[k, i]
// refused: split_register_tiles of k: refused, anti dependence 9:14 affine.load A[i, j] -> 12:9 affine.store A[i, j] with (<)
// refused: split_register_tiles of j: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: split_register_tiles of i: refused, anti dependence 7:14 affine.load A[k, i] -> 12:9 affine.store A[i, j] with (<)
// refused: vectorize of k: refused, anti dependence 9:14 affine.load A[i, j] -> 12:9 affine.store A[i, j] with (<)
// -----
// The second loop reads columns of the rows that the first writes.
// not: collapse distribute_groups interchange parallelize_reduction
func.func @columns(%A: memref<9x9xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.store %x, %A[%i, %j] : memref<9x9xf32>
      %a = affine.load %A[%j, %i] : memref<9x9xf32>
      affine.store %a, %B[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: collapse of i: refused, flow dependence 6:7 affine.store A[i, j] -> 7:12 affine.load A[j, i] with (<)
// refused: distribute_groups of i: refused, anti dependence 7:12 affine.load A[j, i] -> 6:7 affine.store A[i, j] with (<)
// refused: interchange of i and j: refused, flow dependence 6:7 affine.store A[i, j] -> 7:12 affine.load A[j, i] with (<, >)
// refused: parallelize_reduction of i: refused, flow dependence 6:7 affine.store A[i, j] -> 7:12 affine.load A[j, i] with (<)
// -----
// Two loops, the second of which reads the columns of what the first writes by rows.
// not: distribute_groups expand parallelize_reduction
func.func @loops(%A: memref<9x9xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 9 {
        affine.store %x, %A[%i, %j] : memref<9x9xf32>
      }
    }
    affine.for %k = 0 to 9 {
      affine.for %l = 0 to 9 {
        %a = affine.load %A[%l, %k] : memref<9x9xf32>
        affine.store %a, %B[%k, %l] : memref<9x9xf32>
      }
    }
  }
  return
}
// refused: distribute_groups of t: refused, anti dependence 12:14 affine.load A[l, k] -> 7:9 affine.store A[i, j] with (<)
// refused: expand: refused, the cell of 12:14 affine.load A[l, k] may be one of 7:9 affine.store A[i, j]
// refused: parallelize_reduction of t: refused, output dependence 7:9 affine.store A[i, j] -> 7:9 affine.store A[i, j] with (<)
// -----
// The permuted subscripts want the loops of one of the two to change places, which dependences of their own forbid.
// not: dead fuse parallelize_reduction
func.func @permuted(%A: memref<8x8xf32> {llvm.noalias}, %B: memref<8x8xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 1 to 8 {
      affine.for %j = 0 to 7 {
        %a = affine.load %A[%i, %j] : memref<8x8xf32>
        %c = affine.load %B[%j + 1, %i - 1] : memref<8x8xf32>
        %s = arith.addf %a, %c : f32
        affine.store %s, %B[%j, %i] : memref<8x8xf32>
      }
    }
    affine.for %k = 1 to 8 {
      affine.for %l = 0 to 7 {
        %b = affine.load %B[%k - 1, %l + 1] : memref<8x8xf32>
        affine.store %b, %B[%k, %l] : memref<8x8xf32>
      }
    }
  }
  return
}
// refused: dead: refused, 16:9 affine.store B[k, l] may not write again what 10:9 affine.store B[j, i] wrote
// refused: fuse of i and j: refused, flow dependence 10:9 affine.store B[j, i] -> 8:14 affine.load B[j + 1, i - 1]
// refused: parallelize_reduction of i: refused, flow dependence 10:9 affine.store B[j, i] -> 8:14 affine.load B[j + 1, i - 1] with (<), distance (1)
// refused: parallelize_reduction of k: refused, flow dependence 16:9 affine.store B[k, l] -> 15:14 affine.load B[k - 1, l + 1] with (<), distance (1)

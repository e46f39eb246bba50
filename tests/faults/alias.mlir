// Two arguments that may be one array.
// A copy between arrays that may overlap.
// not: collapse interchange mask_vectors parallelize parallelize_reduction skew split_register_tiles vectorize
func.func @copy(%A: memref<9x9xf32>, %B: memref<9x9xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i + 1, %j] : memref<9x9xf32>
      affine.store %a, %B[%i, %j + 1] : memref<9x9xf32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: interchange of i and j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<, >); assumed, for A and B may overlap
// refused: mask_vectors of j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: parallelize of j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: parallelize of i: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: skew of j: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of i: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of i: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// refused: vectorize of j: refused, anti dependence 7:12 affine.load A[i + 1, j] -> 8:7 affine.store B[i, j + 1] with (<); assumed, for A and B may overlap
// -----
// A product into an array that may be a factor.
// not: collapse expand interchange mask_vectors pack_panels parallelize parallelize_reduction promote split_register_tiles vectorize
func.func @product(%A: memref<16x16xf32>, %B: memref<16x16xf32> {llvm.noalias}, %C: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<16x16xf32>
        %b = affine.load %B[%k, %j] : memref<16x16xf32>
        %c = affine.load %C[%i, %j] : memref<16x16xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}
// refused: collapse of j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: collapse of i: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: expand: refused, the cell of 9:14 affine.load C[i, j] may be one of 12:9 affine.store C[i, j]
// refused: expand: refused, the cell of 7:14 affine.load A[i, k] may be one of 12:9 affine.store C[i, j]
// refused: interchange of j and k: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<, >); assumed, for A and C may overlap
// refused: interchange of i and j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<, >); assumed, for A and C may overlap
// refused: mask_vectors of j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: pack_panels: refused, flow dependence 12:9 affine.store C[i, j] -> 7:14 affine.load A[i, k]; assumed, for C and A may overlap
// refused: parallelize of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// refused: parallelize of j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: parallelize of i: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: parallelize_reduction of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// refused: parallelize_reduction of j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: parallelize_reduction of i: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: promote of k: refused, the cell of 12:9 affine.store C[i, j] may be one of 7:14 affine.load A[i, k]
// refused: split_register_tiles of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// refused: split_register_tiles of j: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: split_register_tiles of i: refused, anti dependence 7:14 affine.load A[i, k] -> 12:9 affine.store C[i, j] with (<); assumed, for A and C may overlap
// refused: vectorize of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// -----
// A sum whose cell may be one of the summands.
// not: parallelize parallelize_reduction promote split_register_tiles vectorize
func.func @sum(%A: memref<16xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 5:10 affine.load A[i] -> 8:5 affine.store s[] with (<); assumed, for A and s may overlap
// refused: parallelize_reduction of i: refused, anti dependence 5:10 affine.load A[i] -> 8:5 affine.store s[] with (<); assumed, for A and s may overlap
// refused: promote of i: refused, the cell of 8:5 affine.store s[] may be one of 5:10 affine.load A[i]
// refused: split_register_tiles of i: refused, anti dependence 5:10 affine.load A[i] -> 8:5 affine.store s[] with (<); assumed, for A and s may overlap
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[i] -> 8:5 affine.store s[] with (<); assumed, for A and s may overlap
// -----
// Two statements whose arrays may be one.
// not: dead distribute distribute_groups mask_vectors parallelize parallelize_reduction split_register_tiles vectorize
func.func @statements(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 15 {
    affine.store %x, %A[%i + 1] : memref<16xf32>
    affine.store %x, %C[%i] : memref<16xf32>
    %b = affine.load %B[%i] : memref<16xf32>
    affine.store %b, %C[%i] : memref<16xf32>
  }
  return
}
// refused: dead: refused, flow dependence 6:5 affine.store C[i] -> 7:10 affine.load B[i]; assumed, for C and B may overlap
// refused: distribute of i: refused, output dependence 6:5 affine.store C[i] -> 5:5 affine.store A[i + 1] with (<); assumed, for C and A may overlap
// refused: distribute_groups of i: refused, output dependence 6:5 affine.store C[i] -> 5:5 affine.store A[i + 1] with (<); assumed, for C and A may overlap
// refused: mask_vectors of i: refused, output dependence 5:5 affine.store A[i + 1] -> 6:5 affine.store C[i] with (<); assumed, for A and C may overlap
// refused: parallelize of i: refused, output dependence 5:5 affine.store A[i + 1] -> 6:5 affine.store C[i] with (<); assumed, for A and C may overlap
// refused: parallelize_reduction of i: refused, output dependence 5:5 affine.store A[i + 1] -> 6:5 affine.store C[i] with (<); assumed, for A and C may overlap
// refused: split_register_tiles of i: refused, output dependence 5:5 affine.store A[i + 1] -> 6:5 affine.store C[i] with (<); assumed, for A and C may overlap
// refused: vectorize of i: refused, output dependence 5:5 affine.store A[i + 1] -> 6:5 affine.store C[i] with (<); assumed, for A and C may overlap
// -----
// Two loops, of which the second may read what the first writes.
// not: distribute distribute_groups parallelize_reduction
func.func @loops(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 16 {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %b = affine.load %B[%k] : memref<16xf32>
      %c = arith.addf %b, %x : f32
      affine.store %c, %B[%k] : memref<16xf32>
    }
  }
  return
}
// refused: distribute of t: refused, anti dependence 9:12 affine.load B[k] -> 6:7 affine.store A[i] with (<); assumed, for B and A may overlap
// refused: distribute_groups of t: refused, anti dependence 9:12 affine.load B[k] -> 6:7 affine.store A[i] with (<); assumed, for B and A may overlap
// refused: parallelize_reduction of t: refused, output dependence 6:7 affine.store A[i] -> 6:7 affine.store A[i] with (<)
// -----
// The arrays may overlap in any way.
// not: distribute distribute_groups fuse mask_vectors parallelize parallelize_reduction split_register_tiles vectorize
func.func @overlap(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %b = affine.load %B[%k] : memref<16xf32>
      affine.store %b, %A[%k] : memref<16xf32>
    }
  }
  return
}
// refused: distribute of t: refused, anti dependence 10:12 affine.load B[k] -> 7:7 affine.store B[i] with (<)
// refused: distribute_groups of t: refused, anti dependence 10:12 affine.load B[k] -> 7:7 affine.store B[i] with (<)
// refused: fuse of i and k: refused, output dependence 7:7 affine.store B[i] -> 11:7 affine.store A[k]; assumed, for B and A may overlap
// refused: mask_vectors of i: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: mask_vectors of k: refused, anti dependence 10:12 affine.load B[k] -> 11:7 affine.store A[k] with (<); assumed, for B and A may overlap
// refused: parallelize of i: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize of k: refused, anti dependence 10:12 affine.load B[k] -> 11:7 affine.store A[k] with (<); assumed, for B and A may overlap
// refused: parallelize of t: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of i: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of k: refused, anti dependence 10:12 affine.load B[k] -> 11:7 affine.store A[k] with (<); assumed, for B and A may overlap
// refused: parallelize_reduction of t: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of i: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of k: refused, anti dependence 10:12 affine.load B[k] -> 11:7 affine.store A[k] with (<); assumed, for B and A may overlap
// refused: split_register_tiles of t: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: vectorize of i: refused, anti dependence 6:12 affine.load A[i] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: vectorize of k: refused, anti dependence 10:12 affine.load B[k] -> 11:7 affine.store A[k] with (<); assumed, for B and A may overlap
// -----
// The cell of each sum may be one of what is summed.
// not: collapse dead distribute distribute_all distribute_groups forward interchange pack_panels parallelize parallelize_reduction promote split_register_tiles vectorize
func.func @one_cell(%A: memref<3x5x4xf32>, %t: memref<f32>, %C: memref<3x5x6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 3 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        affine.store %zero, %t[] : memref<f32>
        affine.for %k = 0 to 4 {
          %c = affine.load %t[] : memref<f32>
          %x = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
          %s = arith.addf %c, %x : f32
          affine.store %s, %t[] : memref<f32>
        }
        %r = affine.load %t[] : memref<f32>
        affine.store %r, %C[%b, %i, %j] : memref<3x5x6xf32>
      }
    }
  }
  return
}
// refused: collapse of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: collapse of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: dead: refused, flow dependence 8:9 affine.store t[] -> 11:16 affine.load A[b, i, k]; assumed, for t and A may overlap
// refused: distribute of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: distribute_all of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: distribute_groups of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: forward: refused, anti dependence 10:16 affine.load t[] -> 8:9 affine.store t[]
// refused: interchange of i and j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<, >)
// refused: interchange of b and i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<, >)
// refused: pack_panels: refused, flow dependence 8:9 affine.store t[] -> 11:16 affine.load A[b, i, k]; assumed, for t and A may overlap
// refused: parallelize of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: promote of k: refused, the cell of 8:9 affine.store t[] may be one of 11:16 affine.load A[b, i, k]
// refused: split_register_tiles of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: vectorize of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// -----
// The producer's source may be what is written in between.
// not: distribute_groups forward parallelize_reduction
func.func @in_between(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32> {llvm.noalias}, %x: f32) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %t[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
    %b = affine.load %t[%i] : memref<16xf32>
    affine.store %b, %C[%i] : memref<16xf32>
  }
  return
}
// refused: distribute_groups of i: refused, flow dependence 9:5 affine.store B[i] -> 6:10 affine.load A[i] with (<); assumed, for B and A may overlap
// refused: forward: refused, anti dependence 6:10 affine.load A[i] -> 9:5 affine.store B[i]; assumed, for A and B may overlap
// refused: parallelize_reduction of i: refused, anti dependence 6:10 affine.load A[i] -> 9:5 affine.store B[i] with (<); assumed, for A and B may overlap
// -----
// A and B may be one memory.
// not: distribute distribute_groups fuse mask_vectors parallelize parallelize_reduction skew split_register_tiles vectorize
func.func @overlapping(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %t = 0 to 20 {
    affine.for %i = 1 to 63 {
      %a = affine.load %A[%i - 1] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
    affine.for %i = 1 to 63 {
      %b = affine.load %B[%i] : memref<64xf32>
      affine.store %b, %A[%i] : memref<64xf32>
    }
  }
  return
}
// refused: distribute of t: refused, anti dependence 10:12 affine.load B[i_1] -> 7:7 affine.store B[i] with (<)
// refused: distribute_groups of t: refused, anti dependence 10:12 affine.load B[i_1] -> 7:7 affine.store B[i] with (<)
// refused: fuse of i and i_1: refused, anti dependence 6:12 affine.load A[i - 1] -> 11:7 affine.store A[i_1]
// refused: mask_vectors of i: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: mask_vectors of i_1: refused, anti dependence 10:12 affine.load B[i_1] -> 11:7 affine.store A[i_1] with (<); assumed, for B and A may overlap
// refused: parallelize of i: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize of i_1: refused, anti dependence 10:12 affine.load B[i_1] -> 11:7 affine.store A[i_1] with (<); assumed, for B and A may overlap
// refused: parallelize of t: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of i: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of i_1: refused, anti dependence 10:12 affine.load B[i_1] -> 11:7 affine.store A[i_1] with (<); assumed, for B and A may overlap
// refused: parallelize_reduction of t: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: skew of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of i_1: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of t: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of i: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of i_1: refused, anti dependence 10:12 affine.load B[i_1] -> 11:7 affine.store A[i_1] with (<); assumed, for B and A may overlap
// refused: split_register_tiles of t: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: vectorize of i: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// refused: vectorize of i_1: refused, anti dependence 10:12 affine.load B[i_1] -> 11:7 affine.store A[i_1] with (<); assumed, for B and A may overlap
// -----
// In place, two columns behind: but the row above may be in B too.
// not: distribute distribute_groups fuse parallelize_reduction
func.func @behind(%A: memref<34x34xf32>, %B: memref<34x34xf32>, %C: memref<34x34xf32> {llvm.noalias}) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<34x34xf32>
      %l = affine.load %A[%i, %j - 1] : memref<34x34xf32>
      %sum = arith.addf %a, %l : f32
      affine.store %sum, %A[%i, %j] : memref<34x34xf32>
      affine.store %sum, %B[%i, %j] : memref<34x34xf32>
    }
    affine.for %k = 1 to 33 {
      %a = affine.load %A[%i, %k] : memref<34x34xf32>
      affine.store %a, %C[%i, %k] : memref<34x34xf32>
    }
  }
  return
}
// refused: distribute of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: distribute of i: refused, anti dependence 13:12 affine.load A[i, k] -> 10:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// refused: distribute_groups of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: distribute_groups of i: refused, anti dependence 13:12 affine.load A[i, k] -> 10:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// refused: fuse of j and k: refused, flow dependence 10:7 affine.store B[i, j] -> 13:12 affine.load A[i, k]; assumed, for B and A may overlap
// refused: parallelize_reduction of j: refused, anti dependence 6:12 affine.load A[i - 1, j + 1] -> 10:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// refused: parallelize_reduction of i: refused, anti dependence 6:12 affine.load A[i - 1, j + 1] -> 10:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// -----
// The two may be one.
// not: hoist
func.func @alias(%A: memref<?xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[3] : memref<8xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// refused: hoist of i: refused, flow dependence 6:5 affine.store A[i] -> 5:10 affine.load B[3]; assumed, for A and B may overlap
// -----
// The matrix may be where the vector is.
// not: sink
func.func @overlap(%L: memref<?x?xi32>, %x: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %x[%i] : memref<?xi32>
      %l = affine.load %L[%i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
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
// refused: sink of i and j: refused, flow dependence 11:7 affine.store x[i] -> 7:12 affine.load L[i, j] with (<, >); assumed, for x and L may overlap
// -----
// Tiles of a transposition between arrays that may be one.
// not: untile
func.func @tiles(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %ti = 0 to %n step 4 {
    affine.for %tj = 0 to %n step 4 {
      affine.for %i = affine_map<(d0) -> (d0)>(%ti) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%ti)[%n] {
        affine.for %j = affine_map<(d0) -> (d0)>(%tj) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%tj)[%n] {
          %0 = affine.load %A[%i, %j] : memref<?x?xf32>
          affine.store %0, %B[%j, %i] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// refused: untile of tj and i: refused, anti dependence 8:16 affine.load A[i, j] -> 9:11 affine.store B[j, i] with (<, >); assumed, for A and B may overlap
// -----
// Two rows side by side, from an array that may be the other.
// not: reroll
func.func @rows(%A: memref<64x?xf32>, %B: memref<64x?xf32>, %n: index) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<64x?xf32>
      affine.store %a, %B[%i, %j] : memref<64x?xf32>
      %b = affine.load %A[%i + 1, %j] : memref<64x?xf32>
      affine.store %b, %B[%i + 1, %j] : memref<64x?xf32>
    }
  }
  return
}
// refused: reroll of i_1: refused, anti dependence the load of A[i_1, j_1] -> the store to B[i_1, j_1] with (<); assumed, for A and B may overlap

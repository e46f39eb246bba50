// Distance (1, 1): the order of the loops does not matter.
// fires: interchange
func.func @forward(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      affine.store %a, %A[%i + 1, %j + 1] : memref<9x9xf32>
    }
  }
  return
}
// -----
// Distance (1, -1): exchanged, the read would come before the write.
// not: interchange
func.func @backward(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      affine.store %a, %A[%i + 1, %j - 1] : memref<9x9xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, flow dependence 7:7 affine.store A[i + 1, j - 1] -> 6:12 affine.load A[i, j] with (<, >), distance (1, -1)
// -----
// Distance (2, -5) in a range of five columns: no two iterations have it.
// fires: interchange
func.func @out_of_range(%A: memref<10x10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 5 to 10 {
      %a = affine.load %A[%i, %j] : memref<10x10xf32>
      affine.store %a, %A[%i + 2, %j - 5] : memref<10x10xf32>
    }
  }
  return
}
// -----
// The distance (2, -1) needs an even distance and the step is 4: there is none.
// fires: interchange
func.func @between_steps(%A: memref<20x10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = 1 to 10 {
      %a = affine.load %A[%i, %j] : memref<20x10xf32>
      affine.store %a, %A[%i + 2, %j - 1] : memref<20x10xf32>
    }
  }
  return
}
// -----
// The same distance with a step that divides it.
// not: interchange
func.func @at_steps(%A: memref<20x10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 step 2 {
    affine.for %j = 1 to 10 {
      %a = affine.load %A[%i, %j] : memref<20x10xf32>
      affine.store %a, %A[%i + 2, %j - 1] : memref<20x10xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, flow dependence 7:7 affine.store A[i + 2, j - 1] -> 6:12 affine.load A[i, j] with (<, >), distance (2, -1)
// -----
// In place, the element below the diagonal is read after it was written, the one above before.
// not: interchange
func.func @transposed_in_place_and_shifted(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, anti dependence 6:12 affine.load A[j, i + 1] -> 7:7 affine.store A[i, j] with (<, >)
// -----
// A[i, j] = A[j, i]: the pairs (i, j) and (j, i) with i < j have direction (<, >).
// not: interchange
func.func @transposed_in_place(%A: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, anti dependence 6:12 affine.load A[j, i] -> 7:7 affine.store A[i, j] with (<, >)
// -----
// One array may be the other.
// not: interchange split_register_tiles
func.func @may_overlap(%A: memref<9x9xf32>, %B: memref<9x9xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i] : memref<9x9xf32>
      affine.store %a, %B[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, anti dependence 6:12 affine.load A[j, i] -> 7:7 affine.store B[i, j] with (<, >); assumed, for A and B may overlap
// refused: split_register_tiles of j: refused, anti dependence 6:12 affine.load A[j, i] -> 7:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// refused: split_register_tiles of i: refused, anti dependence 6:12 affine.load A[j, i] -> 7:7 affine.store B[i, j] with (<); assumed, for A and B may overlap
// -----
// It is enough that one of the two is marked.
// fires: interchange split_register_tiles
func.func @one_marked(%A: memref<9x9xf32>, %B: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i] : memref<9x9xf32>
      affine.store %a, %B[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// -----
// The bounds of the inner loop use the outer variable: they become bounds of the outer one.
// fires: interchange
func.func @triangle(%A: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %A[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// -----
// The rows of pairs are equal: (0, 1), (2, 3), …; the last column written wins.
// not: interchange
func.func @floordiv(%A: memref<5xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %b = affine.load %B[%i, %j] : memref<9x9xf32>
      affine.store %b, %A[%i floordiv 2] : memref<5xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, output dependence 7:7 affine.store A[(i) floordiv 2] -> 7:7 affine.store A[(i) floordiv 2] with (<, >)
// -----
// i mod 4 and i floordiv 4 together tell all i apart, and the column each j.
// fires: interchange split_register_tiles
func.func @split_subscripts(%A: memref<3x4x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.store %x, %A[%i floordiv 4, %i mod 4, %j] : memref<3x4x9xf32>
    }
  }
  return
}
// -----
// A sum carried by the inner loop: strict arithmetic keeps its order, which exchanging keeps too once
// the sum is a cell; but here it is one cell for all rows.
// not: interchange vectorize
func.func @carried(%A: memref<9x9xf32> {llvm.noalias}, %x: f32, %out: memref<f32> {llvm.noalias}) {
  %r = affine.for %i = 0 to 9 iter_args(%outer = %x) -> (f32) {
    %s = affine.for %j = 0 to 9 iter_args(%inner = %outer) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      %t = arith.addf %inner, %a : f32
      affine.yield %t : f32
    }
    affine.yield %s : f32
  }
  affine.store %r, %out[] : memref<f32>
  return
}
// refused: interchange of i and j: refused, output dependence the store to acc[] -> the store to acc[] with (<, >)
// refused: vectorize of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// A sequence of dependences through symbols: nothing is known of n, so (1, -1) must be assumed.
// not: interchange
func.func @symbolic_offset(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j + %n] : memref<?x?xf32>
      affine.store %a, %A[%i + 1, %j] : memref<?x?xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, flow dependence 7:7 affine.store A[i + 1, j] -> 6:12 affine.load A[i, j + n] with (<, >)
// -----
// The end of the inner loop rises by two with the outer variable: that is not exchanged.
// not: interchange
func.func @steep_triangle(%A: memref<9x19xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 * 2)>(%i) {
      affine.store %x, %A[%i, %j] : memref<9x19xf32>
    }
  }
  return
}
// -----
// Distance (1, -1) in a triangle.
// not: interchange
func.func @backward_in_a_triangle(%A: memref<10x10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 9 {
      %a = affine.load %A[%i, %j + 1] : memref<10x10xf32>
      affine.store %a, %A[%i + 1, %j] : memref<10x10xf32>
    }
  }
  return
}
// refused: interchange of i and j: refused, flow dependence 7:7 affine.store A[i + 1, j] -> 6:12 affine.load A[i, j + 1] with (<, >), distance (1, -1)
// -----
// Distance (1, -9) would be one, but the triangle has no such pair: j < i.
// fires: interchange
func.func @out_of_the_triangle(%A: memref<10x20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %j + 9] : memref<10x20xf32>
      affine.store %a, %A[%i + 1, %j] : memref<10x20xf32>
    }
  }
  return
}

// fires: split_register_tiles strip_mine_vectors vectorize
func.func @rows(%A: memref<9x20xf32> {llvm.noalias}, %B: memref<9x20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 20 {
      %b = affine.load %B[%i, %j] : memref<9x20xf32>
      affine.store %b, %A[%i, %j] : memref<9x20xf32>
    }
  }
  return
}
// -----
// Elements of a column are not consecutive.
// not: vectorize
func.func @columns(%A: memref<20x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 20 {
    affine.store %x, %A[%i, 0] : memref<20x9xf32>
  }
  return
}
// -----
// Distance 8: vectors of up to eight lanes would do, which the rule does not know.
// not: vectorize split_register_tiles
func.func @distance_eight(%A: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<40xf32>
    affine.store %a, %A[%i + 8] : memref<40xf32>
  }
  return
}
// refused: vectorize of i: refused, flow dependence 6:5 affine.store A[i + 8] -> 5:10 affine.load A[i] with (<), distance (8)
// refused: split_register_tiles of i: refused, flow dependence 6:5 affine.store A[i + 8] -> 5:10 affine.load A[i] with (<), distance (8)
// -----
// The lane is data.
// fires: vectorize
func.func @iota(%A: memref<20xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %c = arith.index_cast %i : index to i32
    affine.store %c, %A[%i] : memref<20xi32>
  }
  return
}
// -----
// Backward: iteration i writes what i + 1 has yet to read.
// not: vectorize
func.func @descending(%A: memref<21xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[-%i + 19] : memref<21xf32>
    affine.store %a, %A[-%i + 20] : memref<21xf32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[-i + 19] -> 6:5 affine.store A[-i + 20] with (<), distance (1)
// -----
// Nine iterations that write the first nine of every twenty read the others: no dependence.
// fires: vectorize
func.func @disjoint_halves(%A: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i + 10] : memref<20xf32>
    affine.store %a, %A[%i] : memref<20xf32>
  }
  return
}
// -----
// A step of two leaves gaps.
// not: vectorize split_register_tiles
func.func @every_other(%A: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 20 step 2 {
    affine.store %x, %A[%i] : memref<20xf32>
  }
  return
}
// -----
// Each row is a recurrence, and no row depends on another: lanes across the rows.
// fires: strip_mine_vectors vectorize
func.func @across_rows(%A: memref<16x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i, %j - 1] : memref<16x9xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%i, %j] : memref<16x9xf32>
    }
  }
  return
}
// -----
// Each row starts from the one above it: side by side they run along a diagonal, not as lanes.
// not: vectorize
func.func @from_above(%A: memref<16x9xf32> {llvm.noalias}) {
  affine.for %i = 1 to 16 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i, %j - 1] : memref<16x9xf32>
      %b = affine.load %A[%i - 1, %j] : memref<16x9xf32>
      %c = arith.mulf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<16x9xf32>
    }
  }
  return
}
// refused: vectorize of j: refused, flow dependence 9:7 affine.store A[i, j] -> 6:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: vectorize of i: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i - 1, j] with (<), distance (1)
// -----
// Rows come again after four.
// not: strip_mine_vectors vectorize
func.func @rows_again(%A: memref<4x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i mod 4, %j - 1] : memref<4x9xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%i mod 4, %j] : memref<4x9xf32>
    }
  }
  return
}
// refused: vectorize of j: refused, flow dependence 8:7 affine.store A[(i) mod 4, j] -> 6:12 affine.load A[(i) mod 4, j - 1] with (<), distance (1)
// -----
// The last element of a row is the first of the next.
// not: strip_mine_vectors vectorize
func.func @rows_meet(%A: memref<129xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i * 8 + %j - 1] : memref<129xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%i * 8 + %j] : memref<129xf32>
    }
  }
  return
}
// refused: vectorize of j: refused, flow dependence 8:7 affine.store A[8 * i + j] -> 6:12 affine.load A[8 * i + j - 1] with (<)
// -----
// There is an element between the rows.
// fires: strip_mine_vectors vectorize
func.func @rows_apart(%A: memref<144xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i * 9 + %j - 1] : memref<144xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%i * 9 + %j] : memref<144xf32>
    }
  }
  return
}
// -----
// A sum is not the sum of sums where every rounding counts.
// not: vectorize
func.func @sum(%A: memref<20xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[] -> 8:5 affine.store s[] with (<)
// -----
// B may be A, one element on.
// not: vectorize
func.func @alias(%A: memref<20xf32>, %B: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    affine.store %a, %B[%i] : memref<20xf32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[i] -> 6:5 affine.store B[i] with (<); assumed, for A and B may overlap
// -----
// The sum may be taken in any order.
// fires: split_register_tiles strip_mine_vectors vectorize
func.func @any_order(%A: memref<40xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %c, %a fastmath<reassoc> : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}
// -----
// It may not.
// not: split_register_tiles vectorize
func.func @in_order(%A: memref<40xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %c, %a fastmath<contract> : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}
// refused: split_register_tiles of i: refused, anti dependence 6:10 affine.load s[0] -> 8:5 affine.store s[0] with (<)
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[0] -> 8:5 affine.store s[0] with (<)
// -----
// Integers have no order.
// fires: vectorize
func.func @integers(%A: memref<40xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %n = arith.xori %a, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// -----
// A difference is no sum: the terms of the lanes cannot be subtracted from each other.
// not: vectorize
func.func @differences(%A: memref<40xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %n = arith.subi %a, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[0] -> 8:5 affine.store s[0] with (<)
// -----
// Each term depends on the sum so far.
// not: vectorize
func.func @term_reads_sum(%A: memref<40xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %p = arith.muli %a, %c : i32
    %n = arith.addi %p, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[0] -> 9:5 affine.store s[0] with (<)
// -----
// The sum may be one of the terms.
// not: vectorize
func.func @sum_among_terms(%A: memref<40xi32>, %s: memref<1xi32>) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %n = arith.addi %a, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[i] -> 8:5 affine.store s[0] with (<); assumed, for A and s may overlap
// -----
// The sum is read in between.
// not: vectorize
func.func @sums_so_far(%A: memref<40xi32> {llvm.noalias}, %B: memref<41xi32> {llvm.noalias},
                       %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %n = arith.addi %a, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
    affine.store %n, %B[%i] : memref<41xi32>
    affine.store %n, %B[%i + 1] : memref<41xi32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 7:10 affine.load s[0] -> 9:5 affine.store s[0] with (<)
// -----
// The accumulator is a factor of the fused product, not its summand.
// not: vectorize
func.func @factor(%A: memref<40xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xf32>
    %c = affine.load %s[0] : memref<1xf32>
    %n = math.fma %c, %a, %a fastmath<reassoc> : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[0] -> 8:5 affine.store s[0] with (<)
// -----
// Lanes take the greatest of their terms, whatever the order.
// fires: vectorize
func.func @greatest(%A: memref<40xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %n = arith.maxsi %a, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// -----
// The least so far decides what the next term is.
// not: vectorize
func.func @least_of_the_rest(%A: memref<40xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    %a = affine.load %A[%i] : memref<40xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %d = arith.subi %a, %c : i32
    %n = arith.minui %d, %c : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[0] -> 9:5 affine.store s[0] with (<)

// Integers wrap around, so the rows may be summed in any order.
// equal: parallelize_reduction
func.func @sum(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
  }
  return
}
// -----
// Sizes that may be zero or less; the sum of a triangle runs on in a register of the source.
// equal: parallelize_reduction
func.func @triangle(%A: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index, %start: f32) -> f32 {
  %all = affine.for %i = 2 to %n iter_args(%r = %start) -> (f32) {
    %row = affine.for %j = affine_map<(d0) -> (d0)>(%i) to %m iter_args(%s = %r) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %next = arith.addf %s, %a fastmath<reassoc> : f32
      affine.yield %next : f32
    }
    affine.yield %row : f32
  }
  return %all : f32
}
// -----
// The cell moves with a loop around, which may not run.
// equal: parallelize_reduction
func.func @rows(%A: memref<3x7x5xi32> {llvm.noalias}, %s: memref<3xi32> {llvm.noalias}, %n: index) {
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to 7 step 3 {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%r, %i, 0] : memref<3x7x5xi32>
        %b = affine.load %s[%r] : memref<3xi32>
        %c = arith.muli %a, %b : i32
        affine.store %c, %s[%r] : memref<3xi32>
      }
    }
  }
  return
}
// -----
// What is greatest so far is taken up again without changing anything; two cells, and an array that is only written.
// equal: parallelize_reduction
func.func @greatest(%A: memref<6x4xf32> {llvm.noalias}, %B: memref<6x4xf32> {llvm.noalias},
                    %s: memref<2xf32> {llvm.noalias}, %p: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<6x4xf32>
      %b = affine.load %s[1] : memref<2xf32>
      %c = arith.maximumf %a, %b fastmath<reassoc> : f32
      affine.store %c, %s[1] : memref<2xf32>
      affine.store %a, %B[%i, %j] : memref<6x4xf32>
      %d = affine.load %p[] : memref<f32>
      %e = arith.mulf %d, %a fastmath<reassoc> : f32
      affine.store %e, %p[] : memref<f32>
    }
  }
  return
}
// -----
// Under a condition that not every iteration meets.
// equal: parallelize_reduction
func.func @conditional(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      affine.if affine_set<(d0, d1) : (d0 - d1 * 2 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<7x5xi32>
        %b = affine.load %s[] : memref<i32>
        %c = arith.xori %b, %a : i32
        affine.store %c, %s[] : memref<i32>
      }
    }
  }
  return
}
// -----
// Floats are not summed in any order where nothing says that they may.
// not: parallelize_reduction
func.func @strict(%A: memref<7x5xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xf32>
      %b = affine.load %s[] : memref<f32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[] : memref<f32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)
// -----
// The cell may be outside its buffer: where m is zero nothing is summed, but each partial result would be taken up.
// not: parallelize_reduction
func.func @empty(%A: memref<?x?xi32> {llvm.noalias}, %s: memref<?xi32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %b = affine.load %s[0] : memref<?xi32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[0] : memref<?xi32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, 9:7 affine.store s[0] may be outside its array
// refused: parallelize_reduction of i: refused, 9:7 affine.store s[0] may be outside its array
// -----
// A sum and a product of the same cell: each loop alone may be taken in any order, not both together.
// equal: parallelize_reduction
func.func @mixed(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
    affine.for %k = 0 to 5 {
      %a = affine.load %A[%i, %k] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.muli %a, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
  }
  return
}
// -----
// Every row of B shows what the sum has come to.
// not: parallelize_reduction
func.func @prefix(%A: memref<7x5xi32> {llvm.noalias}, %B: memref<7x5xi32> {llvm.noalias},
                  %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
      affine.store %c, %B[%i, %j] : memref<7x5xi32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// -----
// Each column has a cell of its own: one for the iteration at hand would not do.
// not: parallelize_reduction
func.func @columns(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<5xi32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 1 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[%j - 1] : memref<5xi32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[%j] : memref<5xi32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, flow dependence 9:7 affine.store s[j] -> 7:12 affine.load s[j - 1] with (<), distance (1)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[j - 1] -> 9:7 affine.store s[j] with (<)
// -----
// The sum and the array may overlap.
// not: parallelize_reduction
func.func @alias(%A: memref<7x5xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 6:12 affine.load A[i, j] -> 9:7 affine.store s[] with (<); assumed, for A and s may overlap
// refused: parallelize_reduction of i: refused, anti dependence 6:12 affine.load A[i, j] -> 9:7 affine.store s[] with (<); assumed, for A and s may overlap
// -----
// The sum changes its sign at every step.
// not: parallelize_reduction
func.func @alternating(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.subi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)
// -----
// The term is what the sum has come to.
// not: parallelize_reduction
func.func @doubled(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %t = arith.muli %a, %b : i32
      %c = arith.addi %t, %b : i32
      affine.store %c, %s[] : memref<i32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 7:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// -----
// A sum and a product of the same cell in each iteration.
// not: parallelize_reduction
func.func @sum_and_product(%A: memref<7x5xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<7x5xi32>
      %b = affine.load %s[] : memref<i32>
      %c = arith.addi %a, %b : i32
      affine.store %c, %s[] : memref<i32>
      %d = affine.load %s[] : memref<i32>
      %e = arith.muli %a, %d : i32
      affine.store %e, %s[] : memref<i32>
    }
  }
  return
}
// refused: parallelize_reduction of j: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[] -> 9:7 affine.store s[] with (<)

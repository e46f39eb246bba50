// The data that PolyBench 4.2.1 gives cholesky.
// Of the sums that make A positive definite only the terms that are not zero are added, in PolyBench's order.
//
// MINI       n = 40
// SMALL      n = 120
// MEDIUM     n = 400
// LARGE      n = 2000
// EXTRALARGE n = 4000
// ARGUMENTS  A[n][n]
func.func @init_cholesky(%A: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %negative = arith.subi %c0, %j : index
      %remainder = arith.remsi %negative, %n : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %n_real : f64
      %sum = arith.addf %quotient, %one : f64
      affine.store %sum, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      affine.store %zero, %A[%i, %j] : memref<?x?xf64>
    }
    affine.store %one, %A[%i, %i] : memref<?x?xf64>
  }
  %B = memref.alloc(%n, %n) : memref<?x?xf64>
  affine.for %r = 0 to %n {
    affine.for %s = 0 to %n {
      affine.store %zero, %B[%r, %s] : memref<?x?xf64>
    }
  }
  affine.for %r = 0 to %n {
    affine.for %s = 0 to %n {
      affine.for %t = 0 to min affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>(%r, %s) {
        %b = affine.load %B[%r, %s] : memref<?x?xf64>
        %a = affine.load %A[%r, %t] : memref<?x?xf64>
        %a_1 = affine.load %A[%s, %t] : memref<?x?xf64>
        %product = arith.mulf %a, %a_1 : f64
        %sum = arith.addf %b, %product : f64
        affine.store %sum, %B[%r, %s] : memref<?x?xf64>
      }
    }
  }
  affine.for %r = 0 to %n {
    affine.for %s = 0 to %n {
      %b = affine.load %B[%r, %s] : memref<?x?xf64>
      affine.store %b, %A[%r, %s] : memref<?x?xf64>
    }
  }
  memref.dealloc %B : memref<?x?xf64>
  return
}

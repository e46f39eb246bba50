// Three rows of seven elements, each a sum.
// equal: collapse
func.func @sums(%A: memref<3x7x4xf32> {llvm.noalias}, %B: memref<3x7xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %j, %k] : memref<3x7x4xf32>
        %next = arith.addf %s, %a : f32
        affine.yield %next : f32
      }
      affine.store %sum, %B[%i, %j] : memref<3x7xf32>
    }
  }
  return
}
// -----
// Bounds that are symbols with constant distances, and do not start at zero.
// equal: collapse
func.func @offset(%A: memref<?x8xi32> {llvm.noalias}, %B: memref<?x8xi32> {llvm.noalias}, %n: index) {
  affine.for %i = affine_map<()[s0] -> (s0 + 1)>()[%n] to affine_map<()[s0] -> (s0 + 4)>()[%n] {
    affine.for %j = 2 to 5 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i * 3 + %j, %k] : memref<?x8xi32>
        %b = affine.load %B[%i * 3 + %j - 2, %k] : memref<?x8xi32>
        %c = arith.addi %a, %b : i32
        affine.store %c, %B[%i * 3 + %j - 2, %k] : memref<?x8xi32>
      }
    }
  }
  return
}
// -----
// Every element of a row depends on the one before it.
// not: collapse
func.func @along(%A: memref<3x7xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 1 to 7 {
      %a = affine.load %A[%i, %j - 1] : memref<3x7xf32>
      affine.store %a, %A[%i, %j] : memref<3x7xf32>
    }
  }
  return
}
// refused: collapse of j: refused, flow dependence 7:7 affine.store A[i, j] -> 6:12 affine.load A[i, j - 1] with (<), distance (1)
// -----
// So does every row: distance (1, -1) would be right for neither loop alone.
// not: collapse
func.func @across(%A: memref<4x8xf32> {llvm.noalias}) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<4x8xf32>
      affine.store %a, %A[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
// refused: collapse of i: refused, flow dependence 7:7 affine.store A[i, j] -> 6:12 affine.load A[i - 1, j + 1] with (<), distance (1)
// -----
// The last element of a row is the first of the next: pairs of iterations that are no neighbours in either loop alone.
// not: collapse
func.func @ends(%A: memref<22xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i * 6 + %j] : memref<22xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i * 6 + %j] : memref<22xf32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 6:12 affine.load A[6 * i + j] -> 8:7 affine.store A[6 * i + j] with (<)

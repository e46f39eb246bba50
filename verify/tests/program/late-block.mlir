// The second differs where a sum of sizes is large: no constant of it says at which sizes.
// verdict: refuted
// check: first gives
func.func @f(%n: index, %m: index, %A: memref<?xi32>) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    affine.store %c1, %A[%i] : memref<?xi32>
  }
  return
}
// -----
func.func @f(%n: index, %m: index, %A: memref<?xi32>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to %n {
    affine.store %c1, %A[%i] : memref<?xi32>
    affine.if affine_set<(d0)[s0] : (d0 * 7 - s0 * 3 - 411 >= 0)>(%i)[%m] {
      affine.store %c2, %A[%i] : memref<?xi32>
    }
  }
  return
}

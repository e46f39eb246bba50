// A division moved out of the loop traps where the loop is empty.
// verdict: refuted
// check: division by zero
func.func @f(%A: memref<?xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %q = arith.divsi %x, %y : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}
// -----
func.func @f(%A: memref<?xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %q = arith.divsi %x, %y : i32
  affine.for %i = 0 to %n {
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

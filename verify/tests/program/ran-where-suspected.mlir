// The proof fails at a size that no run would have tried.
// verdict: refuted
// check: %n = 70000001
func.func @f(%n: index, %A: memref<4xi32>) { return }
// -----
func.func @f(%n: index, %A: memref<4xi32>) {
  %large = arith.constant 70000000 : index
  %zero = arith.constant 0 : i32
  %is_more = arith.cmpi sgt, %n, %large : index
  scf.if %is_more {
    affine.store %zero, %A[0] : memref<4xi32>
  }
  return
}

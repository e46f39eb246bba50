// Below zero the second does something else.
// verdict: refuted
func.func @f(%n: index, %A: memref<4xi32>) { return }
// -----
func.func @f(%n: index, %A: memref<4xi32>) {
  %least = arith.constant -40 : index
  %zero = arith.constant 0 : i32
  %is_less = arith.cmpi slt, %n, %least : index
  scf.if %is_less {
    affine.store %zero, %A[0] : memref<4xi32>
  }
  return
}

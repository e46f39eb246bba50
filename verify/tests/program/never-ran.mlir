// What no size reaches is told.
// verdict: checked
// check: of the second program 1 loop bodies or branches ran at none of them
func.func @f(%n: index, %A: memref<4xi32>) { return }
// -----
func.func @f(%n: index, %A: memref<4xi32>) {
  %bits = arith.constant 0 : i32
  %no_number = arith.bitcast %bits : i32 to f32
  %large = arith.constant 70000000 : index
  %zero = arith.constant 0 : i32
  %is_more = arith.cmpi sgt, %n, %large : index
  scf.if %is_more {
    affine.store %zero, %A[0] : memref<4xi32>
  }
  return
}

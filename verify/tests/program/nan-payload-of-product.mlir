// What arithmetic makes of a NaN has other bits than the NaN.
// verdict: unknown
func.func @f(%x: f32) -> i32 {
  %y = arith.bitcast %x : f32 to i32
  return %y : i32
}
// -----
func.func @f(%x: f32) -> i32 {
  %one = arith.constant 1.0 : f32
  %p = arith.mulf %x, %one : f32
  %y = arith.bitcast %p : f32 to i32
  return %y : i32
}

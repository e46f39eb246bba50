// The sign of a NaN that arithmetic made is open.
// verdict: unknown
func.func @f(%x: f32, %y: f32) -> f32 {
  %z = math.copysign %x, %y : f32
  return %z : f32
}
// -----
func.func @f(%x: f32, %y: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %p = arith.mulf %y, %one : f32
  %z = math.copysign %x, %p : f32
  return %z : f32
}

// The bits of a NaN are seen through a bitcast.
// verdict: refuted
func.func @f() -> i32 {
  %x = arith.constant 0x7FC00001 : f32
  %y = arith.bitcast %x : f32 to i32
  return %y : i32
}
// -----
func.func @f() -> i32 {
  %x = arith.constant 0x7FC00002 : f32
  %y = arith.bitcast %x : f32 to i32
  return %y : i32
}

// Of what arithmetic makes of no number the bits are open.
// verdict: unknown
func.func @f(%x: f32) -> i32 {
  %nan = arith.constant 0x7FC00000 : f32
  %y = arith.bitcast %nan : f32 to i32
  return %y : i32
}
// -----
func.func @f(%x: f32) -> i32 {
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.addf %nan, %x : f32
  %y = arith.bitcast %a : f32 to i32
  return %y : i32
}

// The greater number of two is one where the other is none.
// verdict: refuted
func.func @f(%x: f32) -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.maxnumf %nan, %x : f32
  return %a : f32
}
// -----
func.func @f(%x: f32) -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  return %nan : f32
}

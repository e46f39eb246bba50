// Arithmetic on what is no number gives no number, whatever the other operand is.
// verdict: proved
func.func @f(%x: f32, %y: f32) -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.addf %nan, %x : f32
  %b = arith.divf %y, %a : f32
  %c = math.fma %b, %x, %y : f32
  return %c : f32
}
// -----
func.func @f(%x: f32, %y: f32) -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  return %nan : f32
}

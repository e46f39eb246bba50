// verdict: proved
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant -0.0 : f32
  %y = arith.addf %x, %zero : f32
  return %y : f32
}
// -----
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %y = arith.subf %x, %zero : f32
  return %y : f32
}

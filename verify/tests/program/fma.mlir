// A fused multiply-add rounds once.
// verdict: refuted
// verdict reassoc: unknown
// verdict contract: proved
// verdict contract,reassoc: proved
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %x = arith.mulf %a, %b : f32
  %y = arith.addf %x, %c : f32
  return %y : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %y = math.fma %b, %a, %c : f32
  return %y : f32
}

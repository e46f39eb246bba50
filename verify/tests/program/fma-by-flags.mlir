// Every operation allows contraction, so the strict model in force does too.
// verdict: proved
// check: floating-point model contract
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %x = arith.mulf %a, %b fastmath<contract> : f32
  %y = arith.addf %x, %c fastmath<contract> : f32
  return %y : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %y = math.fma %a, %b, %c : f32
  return %y : f32
}

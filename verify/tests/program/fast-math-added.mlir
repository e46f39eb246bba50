// The second program may be changed further by those who read its flags.
// verdict: unknown
// check: fastmath
func.func @f(%a: f32, %b: f32) -> f32 {
  %x = arith.mulf %a, %b : f32
  return %x : f32
}
// -----
func.func @f(%a: f32, %b: f32) -> f32 {
  %x = arith.mulf %a, %b fastmath<nnan> : f32
  return %x : f32
}

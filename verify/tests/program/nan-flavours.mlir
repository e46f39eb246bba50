// verdict: refuted
// check: NaN
func.func @f(%x: f32, %y: f32) -> f32 {
  %a = arith.maximumf %x, %y : f32
  return %a : f32
}
// -----
func.func @f(%x: f32, %y: f32) -> f32 {
  %a = arith.maxnumf %x, %y : f32
  return %a : f32
}

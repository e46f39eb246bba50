// Floats do not compare as the narrower ones that they are made.
// verdict: refuted
func.func @f(%x: f64, %y: f64) -> i1 {
  %c = arith.cmpf one, %x, %y : f64
  return %c : i1
}
// -----
func.func @f(%x: f64, %y: f64) -> i1 {
  %a = arith.truncf %x : f64 to f32
  %b = arith.truncf %y : f64 to f32
  %c = arith.cmpf one, %a, %b : f32
  return %c : i1
}

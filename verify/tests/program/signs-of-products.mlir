// Signs move through products exactly.
// verdict: proved
func.func @f(%x: f64, %y: f64) -> f64 {
  %a = arith.negf %x : f64
  %b = arith.mulf %a, %y : f64
  %c = arith.subf %x, %b : f64
  return %c : f64
}
// -----
func.func @f(%x: f64, %y: f64) -> f64 {
  %b = arith.mulf %y, %x : f64
  %c = arith.addf %b, %x : f64
  return %c : f64
}

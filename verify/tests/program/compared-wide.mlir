// Floats compare as the wider ones that they are made.
// verdict: proved
func.func @f(%x: f32, %y: f32) -> (i1, i1) {
  %a = arith.extf %x : f32 to f64
  %b = arith.extf %y : f32 to f64
  %c = arith.cmpf olt, %a, %b : f64
  %d = arith.cmpf une, %a, %b : f64
  return %c, %d : i1, i1
}
// -----
func.func @f(%x: f32, %y: f32) -> (i1, i1) {
  %c = arith.cmpf olt, %x, %y : f32
  %d = arith.cmpf une, %x, %y : f32
  return %c, %d : i1, i1
}

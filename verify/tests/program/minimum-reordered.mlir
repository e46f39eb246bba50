// minimumf picks by a total order, so its order is free in every model; minnumf does not.
// verdict: proved
func.func @f(%x: f32, %y: f32, %z: f32) -> f32 {
  %a = arith.minimumf %x, %y : f32
  %b = arith.minimumf %a, %z : f32
  return %b : f32
}
// -----
func.func @f(%x: f32, %y: f32, %z: f32) -> f32 {
  %a = arith.minimumf %z, %y : f32
  %b = arith.minimumf %x, %a : f32
  return %b : f32
}

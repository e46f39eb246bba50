// certified
func.func @first(%a: f32, %x: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %p = arith.mulf %half, %x : f32
  %d = arith.subf %a, %p : f32
  return %d : f32
}
func.func @second(%a: f32, %x: f32) -> f32 {
  %half = arith.constant -0.5 : f32
  %p = arith.mulf %x, %half : f32
  %d = arith.addf %p, %a : f32
  return %d : f32
}

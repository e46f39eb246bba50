// refused: a value is computed otherwise
// wrong
func.func @first(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %a, %b : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
func.func @second(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

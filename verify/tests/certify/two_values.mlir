// refused: a value is computed otherwise
// Equal, but which value of the one is which of the other is not found: the trees are alike.
func.func @first(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
func.func @second(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%b = %y, %a = %x) -> (f32, f32) {
    scf.yield %a, %b : f32, f32
  }
  return %r#1, %r#0 : f32, f32
}

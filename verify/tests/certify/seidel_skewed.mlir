// refused: `iter_args`
func.func @first(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 4 iter_args(%s = %c) -> f32 {
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %r : f32
}
func.func @second(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  return %c : f32
}

// refused: a value is computed otherwise
// wrong
// model: contract
// Of e = -0 and g = h the first function gives -0 - 0 = -0, the second 0 + -0 = 0: a difference has another sign of zero when it is turned
// round, and contraction does not allow for that.
func.func @first(%e: f64, %g: f64, %h: f64) -> f64 {
  %c = arith.constant 5.000000e-01 : f64
  %difference = arith.subf %h, %g : f64
  %product = arith.mulf %c, %difference : f64
  %result = arith.subf %e, %product : f64
  return %result : f64
}
func.func @second(%e: f64, %g: f64, %h: f64) -> f64 {
  %c = arith.constant 5.000000e-01 : f64
  %difference = arith.subf %g, %h : f64
  %result = math.fma %difference, %c, %e : f64
  return %result : f64
}

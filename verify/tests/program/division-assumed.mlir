// Where the first program divides, the divisor is not zero in the second.
// verdict: proved
func.func @f(%x: i32, %y: i32) -> (i32, i1) {
  %zero = arith.constant 0 : i32
  %q = arith.divui %x, %y : i32
  %e = arith.cmpi eq, %y, %zero : i32
  return %q, %e : i32, i1
}
// -----
func.func @f(%x: i32, %y: i32) -> (i32, i1) {
  %f = arith.constant false
  %q = arith.divui %x, %y : i32
  return %q, %f : i32, i1
}

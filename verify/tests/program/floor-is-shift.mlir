// z3 decides what polynomials do not.
// verdict: proved
func.func @f(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %z = arith.floordivsi %x, %two : i32
  return %z : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %z = arith.shrsi %x, %one : i32
  return %z : i32
}

// Division by two rounds toward minus infinity or toward zero.
// verdict: refuted
func.func @f(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %z = arith.floordivsi %x, %two : i32
  return %z : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %z = arith.divsi %x, %two : i32
  return %z : i32
}

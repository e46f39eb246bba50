// x * 2 / 2 loses the top bit.
// verdict: refuted
func.func @f(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %y = arith.muli %x, %two : i32
  %z = arith.divsi %y, %two : i32
  return %z : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  return %x : i32
}

// (x + y)^2 over the integers modulo 2^32.
// verdict: proved
func.func @f(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %q = arith.muli %s, %s : i32
  return %q : i32
}
// -----
func.func @f(%x: i32, %y: i32) -> i32 {
  %one = arith.constant 1 : i32
  %a = arith.muli %x, %x : i32
  %b = arith.muli %y, %y : i32
  %c = arith.muli %y, %x : i32
  %d = arith.shli %c, %one : i32
  %e = arith.addi %a, %d : i32
  %f = arith.addi %b, %e : i32
  return %f : i32
}

// Private functions are part of the program that calls them.
// verdict: proved
func.func private @square(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}
func.func @f(%x: i32) -> i32 {
  %y = func.call @square(%x) : (i32) -> i32
  return %y : i32
}
// -----
func.func @f(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}

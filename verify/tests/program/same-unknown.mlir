// What is the same needs no meaning.
// verdict: proved
// check: for all sizes
func.func @f(%x: i32) -> i32 {
  %y = "some.operation"(%x) : (i32) -> i32
  return %y : i32
}
// -----
func.func @f(%a: i32) -> i32 {
  %b = "some.operation"(%a) : (i32) -> i32
  return %b : i32
}

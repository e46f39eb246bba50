// The caller gets another function of the same name.
// verdict: unknown
// check: functions are values
func.func private @a(%x: i32) -> i32 { return %x : i32 }
func.func @f() -> ((i32) -> i32) {
  %a = func.constant @a : (i32) -> i32
  return %a : (i32) -> i32
}
// -----
func.func private @a(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @f() -> ((i32) -> i32) {
  %a = func.constant @a : (i32) -> i32
  return %a : (i32) -> i32
}

// verdict: refuted
// check: (i64) -> i64
func.func @f(%x: i32) -> i32 {
  return %x : i32
}
// -----
func.func @f(%x: i64) -> i64 {
  return %x : i64
}

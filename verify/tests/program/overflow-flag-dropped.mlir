// verdict: proved
func.func @f(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y overflow<nsw> : i8
  return %s : i8
}
// -----
func.func @f(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %y, %x : i8
  return %s : i8
}

// A sum that may not wrap stands for one that may only where both are poison alike.
// verdict: refuted
func.func @f(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y : i8
  return %s : i8
}
// -----
func.func @f(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y overflow<nsw> : i8
  return %s : i8
}

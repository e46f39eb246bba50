// Only one value in four thousand million tells these apart: z3 finds it, the interpreter confirms it.
// verdict: refuted
// check: 123456789
func.func @f(%x: i32) -> i1 {
  %c = arith.constant 123456789 : i32
  %e = arith.cmpi eq, %x, %c : i32
  return %e : i1
}
// -----
func.func @f(%x: i32) -> i1 {
  %e = arith.constant false
  return %e : i1
}

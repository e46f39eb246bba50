// test: error
func.func @f(%a: i1000, %b: i1000) -> i1000 {
// error: cannot lower `func.func`: integers of 1 to 128 bits are supported, not i1000
  %c = arith.addi %a, %b : i1000
  return %c : i1000
}

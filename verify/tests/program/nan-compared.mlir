// Only what holds of unordered operands holds of no number; and the zeros are equal.
// verdict: proved
func.func @f(%x: f32) -> (i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant -0.0 : f32
  %a = arith.cmpf ole, %nan, %x : f32
  %b = arith.cmpf uge, %x, %nan : f32
  %c = arith.cmpf uno, %nan, %x : f32
  %d = arith.cmpf oge, %x, %zero : f32
  return %a, %b, %c, %d : i1, i1, i1, i1
}
// -----
func.func @f(%x: f32) -> (i1, i1, i1, i1) {
  %false = arith.constant false
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %d = arith.cmpf oge, %x, %zero : f32
  return %false, %true, %true, %d : i1, i1, i1, i1
}

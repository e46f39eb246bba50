// test: asm cpu=x86-64-v3

// A product and a sum without flags are rounded twice.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %s = arith.addf %p, %c : f32
  return %s : f32
}
// check: vmulss
// check: vaddss
// not: vfmadd

// test: asm cpu=x86-64-v3

// Flags on both operations let them be one.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %s = arith.addf %p, %c fastmath<contract> : f32
  return %s : f32
}
// check: vfmadd
// not: vmulss

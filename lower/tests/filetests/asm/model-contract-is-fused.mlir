// test: asm cpu=x86-64-v3 fp=contract

// So does the model in force.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %s = arith.addf %p, %c : f32
  return %s : f32
}
// check: vfmadd
// not: vmulss

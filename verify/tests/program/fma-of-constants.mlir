// The product of constants is rounded with the sum in one program, and before it in the other.
// verdict: refuted
// verdict contract: proved
// verdict contract,reassoc: proved
func.func @f(%y: memref<1xf64>) {
  %a = arith.constant 0.1 : f64
  %b = arith.constant 0.3 : f64
  %c = arith.constant -0.03 : f64
  %x = arith.mulf %a, %b : f64
  %z = arith.addf %x, %c : f64
  affine.store %z, %y[0] : memref<1xf64>
  return
}
// -----
func.func @f(%y: memref<1xf64>) {
  %a = arith.constant 0.1 : f64
  %b = arith.constant 0.3 : f64
  %c = arith.constant -0.03 : f64
  %z = math.fma %a, %b, %c : f64
  affine.store %z, %y[0] : memref<1xf64>
  return
}

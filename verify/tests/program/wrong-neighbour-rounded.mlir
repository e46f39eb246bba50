// A sum of neighbours times a number that is no binary fraction: contraction rounds it in another way, but not so far.
// verdict: refuted
// verdict contract: refuted
func.func @f(%n: index, %A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %third = arith.constant 0.33333 : f64
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {
    %a = affine.load %A[%i - 1] : memref<?xf64>
    %b = affine.load %A[%i] : memref<?xf64>
    %c = affine.load %A[%i + 1] : memref<?xf64>
    %x = arith.mulf %a, %third : f64
    %y = arith.mulf %b, %third : f64
    %z = arith.mulf %c, %third : f64
    %s = arith.addf %x, %y : f64
    %t = arith.addf %s, %z : f64
    affine.store %t, %B[%i] : memref<?xf64>
  }
  return
}
// -----
func.func @f(%n: index, %A: memref<?xf64> {llvm.noalias}, %B: memref<?xf64> {llvm.noalias}) {
  %third = arith.constant 0.33333 : f64
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {
    %a = affine.load %A[%i - 1] : memref<?xf64>
    %b = affine.load %A[%i] : memref<?xf64>
    %x = arith.mulf %a, %third : f64
    %y = arith.mulf %b, %third : f64
    %s = arith.addf %x, %y : f64
    %t = math.fma %b, %third, %s : f64
    affine.store %t, %B[%i] : memref<?xf64>
  }
  return
}

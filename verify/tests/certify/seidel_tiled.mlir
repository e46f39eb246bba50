// refused: a load reads what another instance stores
// wrong
func.func @first(%A: memref<?x?xf64>, %n: index, %steps: index) {
  affine.for %t = 0 to %steps {
  affine.for %i = 1 to %n {
  affine.for %j = 1 to %n {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf64>
        %b = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %s = arith.addf %a, %b : f64
        affine.store %s, %A[%i, %j] : memref<?x?xf64>
  }}}
  return
}
func.func @second(%A: memref<?x?xf64>, %n: index, %steps: index) {
  affine.for %t = 0 to %steps {
  affine.for %it = 1 to %n step 32 {
  affine.for %jt = 1 to %n step 32 {
  affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%it)[%n] {
  affine.for %j = affine_map<(d0) -> (d0)>(%jt) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%jt)[%n] {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf64>
        %b = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %s = arith.addf %a, %b : f64
        affine.store %s, %A[%i, %j] : memref<?x?xf64>
  }}}}}
  return
}

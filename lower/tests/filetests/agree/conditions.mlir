// test: agree
// run: @edges(9x9, 4, 9)
// run: @edges(1x1, 0, 1)

// Conditions with and without results and else.
func.func @edges(%A: memref<?x?xf64>, %p: index, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %total = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f64) {
    %r = affine.for %j = 0 to %n iter_args(%inner = %acc) -> (f64) {
      %x = affine.load %A[%i, %j] : memref<?x?xf64>
      %y = affine.if affine_set<(d0, d1)[s0] : (d0 - d1 - s0 >= 0, d1 - 1 >= 0)>(%i, %j)[%p] -> f64 {
        %d = arith.addf %inner, %x : f64
        affine.yield %d : f64
      } else {
        %d = arith.subf %inner, %x : f64
        affine.yield %d : f64
      }
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %y, %A[%i, %j] : memref<?x?xf64>
      }
      affine.yield %y : f64
    }
    affine.yield %r : f64
  }
  return %total : f64
}

// refused: a load reads another cell
// wrong
#inside = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @first(%o: memref<2xf64> {llvm.noalias}, %n: index, %p: index) {
  %c = arith.constant 1.0 : f64
  %f = affine.load %o[0] : memref<2xf64>
  %g = affine.load %o[1] : memref<2xf64>
  %s:2 = affine.for %a = 0 to %n iter_args(%x = %f, %y = %g) -> (f64, f64) {
    %u:2 = affine.if #inside(%a)[%p] -> (f64, f64) {
      affine.yield %y, %x : f64, f64
    } else {
      affine.yield %x, %y : f64, f64
    }
    affine.yield %u#0, %u#1 : f64, f64
  }
  affine.store %s#0, %o[0] : memref<2xf64>
  affine.store %s#1, %o[1] : memref<2xf64>
  return
}
func.func @second(%o: memref<2xf64> {llvm.noalias}, %n: index, %p: index) {
  %c = arith.constant 1.0 : f64
  %f = affine.load %o[0] : memref<2xf64>
  %g = affine.load %o[1] : memref<2xf64>
  %s:2 = affine.for %a = 0 to %n iter_args(%x = %f, %y = %g) -> (f64, f64) {
    %u:2 = affine.if #inside(%a)[%p] -> (f64, f64) {
      affine.yield %x, %y : f64, f64
    } else {
      affine.yield %x, %y : f64, f64
    }
    affine.yield %u#0, %u#1 : f64, f64
  }
  affine.store %s#0, %o[0] : memref<2xf64>
  affine.store %s#1, %o[1] : memref<2xf64>
  return
}

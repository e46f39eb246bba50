// An index argument may be negative: a trip count is not one.
// verdict: refuted
// check: %n = -1
func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to %n iter_args(%acc = %c0) -> index {
    %s = arith.addi %acc, %c1 : index
    affine.yield %s : index
  }
  return %r : index
}
// -----
func.func @f(%n: index) -> index {
  return %n : index
}

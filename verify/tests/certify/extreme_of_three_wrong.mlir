// refused: an index as data differs
// wrong
// Of n = 1 and m = 8 the least is 2, and not 7.
func.func @first(%n: index, %m: index) -> index {
  %least = affine.min affine_map<()[s0, s1] -> (s0 + s1, s0 * 2, 7)>()[%n, %m]
  return %least : index
}
func.func @second(%n: index, %m: index) -> index {
  %least = affine.min affine_map<()[s0, s1] -> (7, s0 + s1)>()[%n, %m]
  return %least : index
}

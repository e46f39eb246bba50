// certified
// The least of three indices is that of the first and of the least of the others.
func.func @first(%n: index, %m: index) -> index {
  %least = affine.min affine_map<()[s0, s1] -> (s0 + s1, s0 * 2, 7)>()[%n, %m]
  return %least : index
}
func.func @second(%n: index, %m: index) -> index {
  %least = affine.min affine_map<()[s0, s1] -> (7, s0 * 2, s0 + s1, s1 + s0)>()[%n, %m]
  return %least : index
}

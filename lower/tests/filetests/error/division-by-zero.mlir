// test: error
func.func @f(%i: index) -> index {
  %a = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) floordiv 0)>(%i)[%i]
  // error: cannot lower `affine.apply`: an affine expression divides by zero
  return %a : index
}

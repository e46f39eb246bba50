// The second has no meaning where the memory starts elsewhere.
// verdict: unknown
// check: multiple of 64
func.func @f(%A: memref<2xi32>) { return }
// -----
func.func @f(%A: memref<2xi32>) {
  memref.assume_alignment %A, 64 : memref<2xi32>
  return
}

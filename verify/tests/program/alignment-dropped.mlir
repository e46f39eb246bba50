// To assume less is allowed.
// verdict: proved
func.func @f(%A: memref<2xi32>) {
  memref.assume_alignment %A, 64 : memref<2xi32>
  return
}
// -----
func.func @f(%A: memref<2xi32>) { return }

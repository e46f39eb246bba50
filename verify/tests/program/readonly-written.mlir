// Both promise not to write, and the second does.
// verdict: refuted
// check: constant
func.func @f(%A: memref<2xi32> {llvm.readonly}) { return }
// -----
func.func @f(%A: memref<2xi32> {llvm.readonly}) {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%c0] : memref<2xi32>
  memref.store %x, %A[%c0] : memref<2xi32>
  return
}

// The second program promises less to its callers.
// verdict: unknown
// check: llvm.noalias
func.func @f(%A: memref<2xi32>, %B: memref<2xi32>) {
  return
}
// -----
func.func @f(%A: memref<2xi32>, %B: memref<2xi32> {llvm.noalias}) {
  return
}

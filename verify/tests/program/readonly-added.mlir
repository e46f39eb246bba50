// The second promises more than the first.
// verdict: unknown
// check: llvm.readonly
func.func @f(%A: memref<2xi32>) { return }
// -----
func.func @f(%A: memref<2xi32> {llvm.readonly}) { return }

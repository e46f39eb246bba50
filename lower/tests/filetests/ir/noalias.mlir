// test: ir cpu=x86-64-v3 level=O1

// Only the argument that says so is promised not to overlap the others.
func.func @f(%A: memref<?x4xf32> {llvm.noalias}, %B: memref<8xf64>) {
  return
}
// check: define void @f(ptr noalias
// check: align 4
// check: i64
// check: ptr
// check: align 8

// test: ir cpu=x86-64-v3 level=O1

// Hints of what need not exist promise nothing of the address.
func.func @f(%A: memref<?xf32>, %B: memref<4x8xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.prefetch %A[%i + 100], read, locality<3>, data : memref<?xf32>
    affine.prefetch %B[%i, 2], write, locality<1>, data : memref<4x8xf64>
    memref.prefetch %A[%i], read, locality<0>, instr : memref<?xf32>
  }
  return
}
// check: call void @llvm.prefetch.p0(ptr
// check: i32 0, i32 3, i32 1)
// check: call void @llvm.prefetch.p0(ptr
// check: i32 1, i32 1, i32 1)
// check: call void @llvm.prefetch.p0(ptr
// check: i32 0, i32 0, i32 0)

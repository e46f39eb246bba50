// test: error
func.func @f() {
  %a = memref.alloc() : memref<4611686018427387904x16xf64>
  // error: cannot lower `memref.alloc`: the buffer does not fit the address space
  memref.dealloc %a : memref<4611686018427387904x16xf64>
  return
}

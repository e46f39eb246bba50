// not lifted: the subscript of a store is data
func.func @data_as_index(%A: memref<9xindex> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    %k = affine.load %A[%i] : memref<9xindex>
    memref.store %x, %B[%k] : memref<9xf32>
  }
  return
}
// -----
// not lifted: a call in a loop of what has no body here
func.func @call(%A: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    func.call @other(%A) : (memref<9xf32>) -> ()
  }
  return
}
func.func private @other(memref<9xf32>)
// -----
// not lifted: a memref made inside the loop
func.func @allocation(%n: index, %x: f32) {
  affine.for %i = 0 to 9 {
    %A = memref.alloc(%n) : memref<?xf32>
    affine.store %x, %A[0] : memref<?xf32>
    memref.dealloc %A : memref<?xf32>
  }
  return
}

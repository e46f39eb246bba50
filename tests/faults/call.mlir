// Something in between that may do anything to memory.
// A call in the loop.
// not: interchange distribute distribute_groups split_register_tiles mask_vectors skew skew_registers vectorize promote pack_panels parallelize parallelize_reduction collapse dead fuse forward contract distribute_all reverse privatize expand hoist sink
func.func private @opaque()
func.func @inside(%A: memref<9x9xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      func.call @opaque() : () -> ()
      affine.store %a, %B[%i, %j] : memref<9x9xf32>
    }
  }
  return
}
// refused: a call in a loop of what has no body here, several blocks, a recursion or a buffer on the stack of any size, or which would hand affine operations what is no dimension or symbol, is not understood
// -----
// A call between two loops that could be one.
// not: fuse
func.func private @opaque()
func.func @between(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<9xf32>
  }
  func.call @opaque() : () -> ()
  affine.for %j = 0 to 9 {
    %a = affine.load %A[%j] : memref<9xf32>
    affine.store %a, %B[%j] : memref<9xf32>
  }
  return
}
// refused: func.call between two nests is not understood

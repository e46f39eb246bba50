// Temporaries on the heap and on the stack, dynamic extents of every kind.
func.func @buffers(%n: index, %a: memref<?x?xf32>, %b: memref<4x?xf32> {llvm.noalias}, %c: memref<f32>) {
  %zero = arith.constant 0 : index
  %rows = memref.dim %a, %zero : memref<?x?xf32>
  %heap = memref.alloc(%n) : memref<?x3xf32>
  %stack = memref.alloca() : memref<5xf32>
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, symbol(%n) - 1 - %j] : memref<?x?xf32>
      affine.store %x, %heap[%i, %j] : memref<?x3xf32>
    }
  }
  affine.for %j = 0 to 5 {
    %x = affine.load %heap[%j, 1] : memref<?x3xf32>
    affine.store %x, %stack[%j] : memref<5xf32>
  }
  affine.for %j = 0 to %n {
    %x = memref.load %stack[%zero] : memref<5xf32>
    affine.store %x, %b[3, %j] : memref<4x?xf32>
  }
  %last = affine.load %stack[4] : memref<5xf32>
  affine.store %last, %c[] : memref<f32>
  memref.dealloc %heap : memref<?x3xf32>
  return
}

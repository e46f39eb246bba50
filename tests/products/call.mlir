// Nobody knows what a call writes.
// @called_between: kept %A, a factor, may be written before the last product
func.func @called_between(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  func.call @somewhere() : () -> ()
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

func.func private @somewhere()

// refused: a load reads what another instance stores
// wrong
// Of three rows that are read two are kept.
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %t = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %t[%i - 2, %j] : memref<?x?xf32>
      %y = affine.load %t[%i - 1, %j] : memref<?x?xf32>
      %z = affine.load %t[%i, %j] : memref<?x?xf32>
      %s = arith.addf %x, %y : f32
      %r = arith.addf %s, %z : f32
      affine.store %r, %B[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %t = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 2)>(%n) {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i mod 2, %j] : memref<?x?xf32>
    }
    affine.for %j = 0 to %m {
      %x = affine.load %t[(%i - 2) mod 2, %j] : memref<?x?xf32>
      %y = affine.load %t[(%i + 1) mod 2, %j] : memref<?x?xf32>
      %z = affine.load %t[%i mod 2, %j] : memref<?x?xf32>
      %s = arith.addf %x, %y : f32
      %r = arith.addf %s, %z : f32
      affine.store %r, %B[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

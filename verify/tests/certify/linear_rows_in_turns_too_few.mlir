// refused: a load reads what another instance stores
// wrong
// Of three rows of a linear temporary that are read two are kept.
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %cells = arith.muli %n, %m : index
  %t = memref.alloc(%cells) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[(%i) * symbol(%m) + %j] : memref<?xf32>
    }
  }
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %t[(%i - 2) * symbol(%m) + %j] : memref<?xf32>
      %y = affine.load %t[(%i - 1) * symbol(%m) + %j] : memref<?xf32>
      %z = affine.load %t[(%i) * symbol(%m) + %j] : memref<?xf32>
      %s = arith.addf %x, %y : f32
      %r = arith.addf %s, %z : f32
      affine.store %r, %B[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %cells = arith.muli %n, %m : index
  %t = memref.alloc(%cells) : memref<?xf32>
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 2)>(%n) {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[(%i) * symbol(%m) + %j] : memref<?xf32>
    }
  }
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[(%i mod 2) * symbol(%m) + %j] : memref<?xf32>
    }
    affine.for %j = 0 to %m {
      %x = affine.load %t[((%i - 2) mod 2) * symbol(%m) + %j] : memref<?xf32>
      %y = affine.load %t[((%i + 1) mod 2) * symbol(%m) + %j] : memref<?xf32>
      %z = affine.load %t[(%i mod 2) * symbol(%m) + %j] : memref<?xf32>
      %s = arith.addf %x, %y : f32
      %r = arith.addf %s, %z : f32
      affine.store %r, %B[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}

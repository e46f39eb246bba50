// certified
func.func @first(%n: i32, %m: i32, %A: memref<?x8xf32> {llvm.noalias}, %s: memref<?xf32> {llvm.noalias}, %t: memref<?xf32> {llvm.noalias}) {
  %rows = arith.index_cast %n : i32 to index
  %columns = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %columns {
      %a = affine.load %A[%i, %j] : memref<?x8xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i] : memref<?xf32>
    }
    affine.for %j = 0 to %columns {
      %a = affine.load %A[%i, %j] : memref<?x8xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = affine.load %t[%j] : memref<?xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %t[%j] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: i32, %m: i32, %A: memref<?x8xf32> {llvm.noalias}, %s: memref<?xf32> {llvm.noalias}, %t: memref<?xf32> {llvm.noalias}) {
  %rows = arith.index_cast %n : i32 to index
  %columns = arith.index_cast %m : i32 to index
  affine.for %j = 0 to %columns {
    affine.for %i = 0 to %rows {
      %a = affine.load %A[%i, %j] : memref<?x8xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i] : memref<?xf32>
    }
  }
  affine.for %j = 0 to %columns {
    affine.for %i = 0 to %rows {
      %a = affine.load %A[%i, %j] : memref<?x8xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = affine.load %t[%j] : memref<?xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %t[%j] : memref<?xf32>
    }
  }
  return
}

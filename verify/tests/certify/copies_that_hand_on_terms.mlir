// certified
// Three iterations in a row, of which each hands terms of sums to the next: of two orders of the first two terms one tells which rows are alike.
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %t = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {
    affine.for %j = 0 to %m {
      %x = affine.load %t[%i - 1, %j] : memref<?x?xf32>
      %y = affine.load %t[%i, %j] : memref<?x?xf32>
      %z = affine.load %t[%i + 1, %j] : memref<?x?xf32>
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
  affine.for %i_2 = 0 to min affine_map<(d0) -> (d0, 2)>(%n) {
    affine.for %j_2 = 0 to affine_map<(d0) -> (d0)>(%m) {
      %0 = affine.load %A[%i_2, %j_2] : memref<?x?xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %t[%i_2, %j_2] : memref<?x?xf32>
    }
  }
  affine.for %i_r = 2 to affine_map<(d0) -> (((d0 + 1) floordiv 3) * 3 - 1)>(%n) step 3 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%m) {
      %0 = affine.load %A[%i_r, %j] : memref<?x?xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %t[%i_r, %j] : memref<?x?xf32>
      %2 = affine.load %t[%i_r - 1, %j] : memref<?x?xf32>
      %3 = affine.load %t[%i_r - 2, %j] : memref<?x?xf32>
      %4 = arith.addf %2, %3 : f32
      %5 = arith.addf %4, %1 : f32
      affine.store %5, %B[%i_r - 1, %j] : memref<?x?xf32>
      %6 = affine.load %A[%i_r + 1, %j] : memref<?x?xf32>
      %7 = arith.mulf %6, %6 : f32
      affine.store %7, %t[%i_r + 1, %j] : memref<?x?xf32>
      %8 = arith.addf %1, %2 : f32
      %9 = arith.addf %8, %7 : f32
      affine.store %9, %B[%i_r, %j] : memref<?x?xf32>
      %10 = affine.load %A[%i_r + 2, %j] : memref<?x?xf32>
      %11 = arith.mulf %10, %10 : f32
      affine.store %11, %t[%i_r + 2, %j] : memref<?x?xf32>
      %12 = arith.addf %7, %1 : f32
      %13 = arith.addf %12, %11 : f32
      affine.store %13, %B[%i_r + 1, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = max affine_map<(d0) -> (2, ((d0 + 1) floordiv 3) * 3 - 1)>(%n) to affine_map<(d0) -> (d0)>(%n) {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%m) {
      %0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %t[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%m) {
      %0 = affine.load %t[%i - 1, %j] : memref<?x?xf32>
      %1 = affine.load %t[%i - 2, %j] : memref<?x?xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = affine.load %t[%i, %j] : memref<?x?xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %B[%i - 1, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

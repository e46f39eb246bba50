// The rows of the first product do not depend on each other; all add to the second.
// fires: split_register_tiles
func.func @one_part(%A: memref<9x7xf32> {llvm.noalias}, %x: memref<7xf32> {llvm.noalias},
                    %y: memref<7xf32> {llvm.noalias}, %t: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i, %j] : memref<9x7xf32>
      %b = affine.load %x[%j] : memref<7xf32>
      %s = affine.load %t[%i] : memref<9xf32>
      %p = arith.mulf %a, %b : f32
      %n = arith.addf %s, %p : f32
      affine.store %n, %t[%i] : memref<9xf32>
    }
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i, %j] : memref<9x7xf32>
      %s = affine.load %y[%j] : memref<7xf32>
      %b = affine.load %t[%i] : memref<9xf32>
      %p = arith.mulf %a, %b : f32
      %n = arith.addf %s, %p : f32
      affine.store %n, %y[%j] : memref<7xf32>
    }
  }
  return
}
// -----
// Each row is computed from the one before it, in both parts, from right to left: neither columns nor diagonals are apart.
// not: split_register_tiles
func.func @no_part(%A: memref<9x7xf32> {llvm.noalias}, %B: memref<9x7xf32> {llvm.noalias}) {
  affine.for %i = 1 to 9 {
    affine.for %j = 1 to 7 {
      %a = affine.load %A[%i - 1, -%j + 7] : memref<9x7xf32>
      %l = affine.load %A[%i, %j - 1] : memref<9x7xf32>
      %n = arith.addf %a, %l : f32
      affine.store %n, %A[%i, %j] : memref<9x7xf32>
    }
    affine.for %j = 1 to 7 {
      %a = affine.load %B[%i - 1, -%j + 7] : memref<9x7xf32>
      %l = affine.load %B[%i, %j - 1] : memref<9x7xf32>
      %n = arith.addf %a, %l : f32
      affine.store %n, %B[%i, %j] : memref<9x7xf32>
    }
  }
  return
}
// refused: split_register_tiles of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: split_register_tiles of j_1: refused, flow dependence 15:7 affine.store B[i, j_1] -> 13:12 affine.load B[i, j_1 - 1] with (<), distance (1)
// refused: split_register_tiles of i: refused, flow dependence 9:7 affine.store A[i, j] -> 6:12 affine.load A[i - 1, -j + 7] with (<), distance (1)

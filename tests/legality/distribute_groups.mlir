// The second statement feeds the first of the next iteration: it comes first when each has its own loop.
// fires: distribute_groups
func.func @reversed(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
    affine.store %x, %A[%i + 1] : memref<10xf32>
  }
  return
}
// -----
// Each feeds the other: they stay together.
// not: distribute_groups
func.func @cycle(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
    %b = affine.load %B[%i] : memref<10xf32>
    affine.store %b, %A[%i + 1] : memref<10xf32>
  }
  return
}
// refused: distribute_groups of i: refused, flow dependence 8:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// -----
// The two memrefs may be one: nothing is reordered.
// not: distribute_groups
func.func @alias(%A: memref<10xf32>, %B: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
    affine.store %x, %A[%i + 1] : memref<10xf32>
  }
  return
}
// refused: distribute_groups of i: refused, flow dependence 7:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
// -----
// Both orders keep all dependences, and they are in one of them: `distribute` makes the two loops.
// fires: distribute
// not: distribute_groups
func.func @in_order(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<10xf32>
    affine.store %x, %B[%i] : memref<10xf32>
  }
  return
}

// The second statement reads what the first wrote in the same iteration.
// fires: distribute
func.func @same_iteration(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<9xf32>
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %B[%i] : memref<9xf32>
  }
  return
}
// -----
// The second writes what the first reads in the next iteration.
// not: distribute
func.func @next_iteration(%A: memref<10xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<9xf32>
    affine.store %x, %A[%i + 1] : memref<10xf32>
  }
  return
}
// -----
// The second overwrites what the first read in an earlier iteration: apart, all is read before.
// fires: distribute
func.func @earlier_iteration(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 1 to 10 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
    affine.store %x, %A[%i - 1] : memref<10xf32>
  }
  return
}
// -----
// A temporary stands between the two: it has one cell for all iterations.
// not: distribute
func.func @swap(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %b = affine.load %B[%i] : memref<9xf32>
    affine.store %b, %A[%i] : memref<9xf32>
    affine.store %a, %B[%i] : memref<9xf32>
  }
  return
}
// -----
// Either may be the other.
// not: distribute
func.func @may_overlap(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<9xf32>
    affine.store %y, %B[%i] : memref<9xf32>
  }
  return
}

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
// refused: distribute of i: refused, flow dependence 7:5 affine.store A[i + 1] -> 5:10 affine.load A[i] with (<), distance (1)
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
// refused: distribute of i: refused, anti dependence the load of old[] -> the store to old[] with (<)
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
// refused: distribute of i: refused, output dependence 6:5 affine.store B[i] -> 5:5 affine.store A[i] with (<); assumed, for B and A may overlap
// -----
// The scalar that the first statement leaves is read by the second in the same iteration, and written again in the
// next: apart, the second would see the last one only.
// not: distribute
func.func @carried_scalar(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias},
                          %t: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %t[] : memref<f32>
    %b = affine.load %t[] : memref<f32>
    affine.store %b, %B[%i] : memref<10xf32>
  }
  return
}
// refused: distribute of i: refused, anti dependence 9:10 affine.load t[] -> 8:5 affine.store t[] with (<)
// -----
// The producer overwrites what the consumer of the iteration before has read: apart, it would do so first.
// not: distribute
func.func @write_after_read(%A: memref<10xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<10xf32>
    %a = affine.load %A[%i + 1] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
  }
  return
}
// refused: distribute of i: refused, anti dependence 6:10 affine.load A[i + 1] -> 5:5 affine.store A[i] with (<), distance (1)

// Any number of elements, and rows of a triangle.
// equal: mask_vectors vectorize
func.func @any_length(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// -----
// Masked lanes of a row, held in a register over the rows of the other.
// equal: mask_vectors vectorize
func.func @triangle(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
// The greatest of none is what it was before.
// equal: mask_vectors vectorize
func.func @greatest(%A: memref<?xi32> {llvm.noalias}, %s: memref<1xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 3 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %c = affine.load %s[0] : memref<1xi32>
    %m = arith.maxsi %a, %c : i32
    affine.store %m, %s[0] : memref<1xi32>
  }
  return
}
// -----
// A lane that is no iteration must not divide by what is not there.
// equal: mask_vectors vectorize
func.func @quotients(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xi32>
    %c = arith.ori %b, %x : i32
    %d = arith.divui %x, %c : i32
    affine.store %d, %A[%i] : memref<?xi32>
  }
  return
}
// -----
// The last lanes would be read from beyond the column.
// not: mask_vectors
func.func @down_a_column(%A: memref<?xf32> {llvm.noalias}, %B: memref<?x9xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i, 3] : memref<?x9xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// -----
// Each element waits for the one before it.
// not: mask_vectors vectorize
func.func @one_back(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// refused: mask_vectors of i: refused, flow dependence 6:5 affine.store A[i] -> 5:10 affine.load A[i - 1] with (<), distance (1)
// refused: vectorize of i: refused, flow dependence 6:5 affine.store A[i] -> 5:10 affine.load A[i - 1] with (<), distance (1)
// -----
// Lanes beyond the end are another row of the same buffer, which may be the one that is read.
// not: mask_vectors vectorize
func.func @may_overlap(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// refused: mask_vectors of i: refused, anti dependence 5:10 affine.load B[i] -> 6:5 affine.store A[i] with (<); assumed, for B and A may overlap
// refused: vectorize of i: refused, anti dependence 5:10 affine.load B[i] -> 6:5 affine.store A[i] with (<); assumed, for B and A may overlap

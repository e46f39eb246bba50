// fires: split_register_tiles strip_mine_vectors vectorize
func.func @rows(%A: memref<9x20xf32> {llvm.noalias}, %B: memref<9x20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 20 {
      %b = affine.load %B[%i, %j] : memref<9x20xf32>
      affine.store %b, %A[%i, %j] : memref<9x20xf32>
    }
  }
  return
}
// -----
// Elements of a column are not consecutive.
// not: vectorize
func.func @columns(%A: memref<20x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 20 {
    affine.store %x, %A[%i, 0] : memref<20x9xf32>
  }
  return
}
// -----
// Distance 8: vectors of up to eight lanes would do, which the rule does not know.
// not: vectorize split_register_tiles
func.func @distance_eight(%A: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<40xf32>
    affine.store %a, %A[%i + 8] : memref<40xf32>
  }
  return
}
// refused: vectorize of i: refused, flow dependence 6:5 affine.store A[i + 8] -> 5:10 affine.load A[i] with (<), distance (8)
// refused: split_register_tiles of i: refused, flow dependence 6:5 affine.store A[i + 8] -> 5:10 affine.load A[i] with (<), distance (8)
// -----
// The lane is data.
// not: vectorize
func.func @iota(%A: memref<20xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %c = arith.index_cast %i : index to i32
    affine.store %c, %A[%i] : memref<20xi32>
  }
  return
}
// -----
// Backward: iteration i writes what i + 1 has yet to read.
// not: vectorize
func.func @descending(%A: memref<21xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[-%i + 19] : memref<21xf32>
    affine.store %a, %A[-%i + 20] : memref<21xf32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[-i + 19] -> 6:5 affine.store A[-i + 20] with (<), distance (1)
// -----
// Nine iterations that write the first nine of every twenty read the others: no dependence.
// fires: vectorize
func.func @disjoint_halves(%A: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i + 10] : memref<20xf32>
    affine.store %a, %A[%i] : memref<20xf32>
  }
  return
}
// -----
// A step of two leaves gaps.
// not: vectorize split_register_tiles
func.func @every_other(%A: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 20 step 2 {
    affine.store %x, %A[%i] : memref<20xf32>
  }
  return
}
// -----
// A sum is not the sum of sums where every rounding counts.
// not: vectorize
func.func @sum(%A: memref<20xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 6:10 affine.load s[] -> 8:5 affine.store s[] with (<)
// -----
// B may be A, one element on.
// not: vectorize
func.func @alias(%A: memref<20xf32>, %B: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    affine.store %a, %B[%i] : memref<20xf32>
  }
  return
}
// refused: vectorize of i: refused, anti dependence 5:10 affine.load A[i] -> 6:5 affine.store B[i] with (<); assumed, for A and B may overlap

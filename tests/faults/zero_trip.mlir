// Loops that may not run: then nothing is there to be read, and nothing was written.
// The cell is outside its array where no iteration is.
// not: parallelize parallelize_reduction promote split_register_tiles vectorize
func.func @cell(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%m] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%m] : memref<?xf32>
  }
  return
}
// refused: parallelize of i: refused, anti dependence 7:10 affine.load B[m] -> 9:5 affine.store B[m] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:10 affine.load B[m] -> 9:5 affine.store B[m] with (<)
// refused: promote of i: refused, 9:5 affine.store B[m] may be outside its array
// refused: split_register_tiles of i: refused, anti dependence 7:10 affine.load B[m] -> 9:5 affine.store B[m] with (<)
// refused: vectorize of i: refused, anti dependence 7:10 affine.load B[m] -> 9:5 affine.store B[m] with (<)
// -----
// The temporary is read after a loop that may not have written it.
// not: distribute distribute_groups parallelize parallelize_reduction split_register_tiles vectorize
func.func @written(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %t = memref.alloc() : memref<1xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %t[0] : memref<1xf32>
    }
    %b = affine.load %t[0] : memref<1xf32>
    affine.store %b, %B[%i] : memref<?xf32>
  }
  return
}
// refused: distribute of i: refused, anti dependence 10:10 affine.load t[0] -> 8:7 affine.store t[0] with (<)
// refused: distribute_groups of i: refused, anti dependence 10:10 affine.load t[0] -> 8:7 affine.store t[0] with (<)
// refused: parallelize of j: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: parallelize of i: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: parallelize_reduction of j: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: parallelize_reduction of i: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: split_register_tiles of j: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: split_register_tiles of i: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: vectorize of j: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// -----
// Overwritten by a loop that may not run.
// not: dead distribute_groups parallelize_reduction
func.func @overwritten(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32, %y: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
    affine.for %j = 0 to %n {
      affine.store %y, %A[%i] : memref<16xf32>
    }
  }
  return
}
// refused: dead: refused, 5:5 affine.store A[i] may not write again what 5:5 affine.store A[i] wrote
// refused: distribute_groups of j: refused, output dependence 5:5 affine.store A[i] -> 5:5 affine.store A[i] with (<)
// refused: parallelize_reduction of j: refused, output dependence 5:5 affine.store A[i] -> 5:5 affine.store A[i] with (<)
// -----
// A product of which the sum may be empty: what is computed beforehand must not be read.
// not: distribute_groups expand pack_panels parallelize_reduction promote
func.func @product(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %m {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// refused: distribute_groups of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// refused: expand: refused, the cell of 9:14 affine.load C[i, j] may be one of 12:9 affine.store C[i, j]
// refused: pack_panels of k: refused, 7:14 affine.load A[i, k] may be outside its array
// refused: parallelize_reduction of k: refused, anti dependence 9:14 affine.load C[i, j] -> 12:9 affine.store C[i, j] with (<)
// refused: promote of k: refused, 12:9 affine.store C[i, j] may be outside its array
// -----
// What is left of a row is read after a loop over rows that may have none.
// not: distribute distribute_groups parallelize_reduction promote vectorize
func.func @rows(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %b = affine.load %B[%j, %i] : memref<?x?xf32>
      %a = affine.load %A[%j, 0] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%j, 0] : memref<?x?xf32>
    }
  }
  return
}
// refused: distribute of i: refused, anti dependence 7:12 affine.load A[j, 0] -> 9:7 affine.store A[j, 0] with (<)
// refused: distribute_groups of i: refused, anti dependence 7:12 affine.load A[j, 0] -> 9:7 affine.store A[j, 0] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load A[j, 0] -> 9:7 affine.store A[j, 0] with (<)
// refused: promote of i: refused, 9:7 affine.store A[j, 0] may be outside its array
// refused: vectorize of i: refused, anti dependence 7:12 affine.load A[j, 0] -> 9:7 affine.store A[j, 0] with (<)

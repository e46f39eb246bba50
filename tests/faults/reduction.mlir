// Sums of floats under strict arithmetic: their order is part of the result.
// One cell for all.
// not: collapse interchange parallelize parallelize_reduction split_register_tiles vectorize
func.func @sum(%A: memref<16x16xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i, %j] : memref<16x16xf32>
      %b = affine.load %s[] : memref<f32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[] : memref<f32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: interchange of i and j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<, >)
// refused: parallelize of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: split_register_tiles of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: split_register_tiles of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: vectorize of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// -----
// Carried by a loop.
// not: dead parallelize parallelize_reduction privatize split_register_tiles vectorize
func.func @carried(%A: memref<40xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}, %x: f32) {
  %r = affine.for %i = 0 to 40 iter_args(%sum = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<40xf32>
    %c = arith.addf %a, %sum : f32
    affine.yield %c : f32
  }
  affine.store %r, %s[] : memref<f32>
  return
}
// refused: dead: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: parallelize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize_reduction of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: privatize: refused, the loop gives the last value of acc
// refused: split_register_tiles of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: vectorize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// A row of sums, each over the diagonals: (1, -1) accumulates into one cell.
// not: collapse distribute distribute_groups interchange parallelize_reduction
func.func @diagonals(%A: memref<9x9xf32> {llvm.noalias}, %s: memref<17xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      %b = affine.load %s[%i + %j] : memref<17xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i + %j] : memref<17xf32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 7:12 affine.load s[i + j] -> 9:7 affine.store s[i + j] with (<)
// refused: distribute of i: refused, anti dependence 7:12 affine.load s[i + j] -> 9:7 affine.store s[i + j] with (<)
// refused: distribute_groups of i: refused, anti dependence 7:12 affine.load s[i + j] -> 9:7 affine.store s[i + j] with (<)
// refused: interchange of i and j: refused, anti dependence 7:12 affine.load s[i + j] -> 9:7 affine.store s[i + j] with (<, >)
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load s[i + j] -> 9:7 affine.store s[i + j] with (<)
// -----
// Sums of rows, strictly in order: partial sums of threads or lanes would be others.
// not: collapse interchange parallelize parallelize_reduction split_register_tiles vectorize
func.func @norm(%A: memref<8x32xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<8x32xf32>
      %q = arith.mulf %a, %a : f32
      %b = affine.load %s[] : memref<f32>
      %c = arith.addf %b, %q : f32
      affine.store %c, %s[] : memref<f32>
    }
  }
  return
}
// refused: collapse of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: interchange of i and j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<, >)
// refused: parallelize of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: split_register_tiles of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: split_register_tiles of i: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)
// refused: vectorize of j: refused, anti dependence 8:12 affine.load s[] -> 10:7 affine.store s[] with (<)

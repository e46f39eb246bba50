// A scalar that goes from iteration to iteration.
// The value of the iteration before.
// not: dead distribute distribute_groups parallelize_reduction split_register_tiles vectorize
func.func @before(%A: memref<9x9xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 9 {
    %r = affine.for %j = 0 to 9 iter_args(%last = %x) -> (f32) {
      affine.store %last, %B[%i, %j] : memref<9x9xf32>
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      affine.yield %a : f32
    }
  }
  return
}
// refused: dead: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: distribute of j: refused, flow dependence the store to acc[] -> the load of acc[] with (<)
// refused: distribute of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: distribute_groups of j: refused, flow dependence the store to acc[] -> the load of acc[] with (<)
// refused: distribute_groups of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize_reduction of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: split_register_tiles of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: split_register_tiles of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: vectorize of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// The same, from row to row.
// not: dead distribute distribute_groups parallelize parallelize_reduction split_register_tiles vectorize
func.func @rows(%A: memref<9x9xf32> {llvm.noalias}, %B: memref<9x9xf32> {llvm.noalias}, %x: f32) {
  %r = affine.for %i = 0 to 9 iter_args(%outer = %x) -> (f32) {
    %s = affine.for %j = 0 to 9 iter_args(%last = %outer) -> (f32) {
      affine.store %last, %B[%i, %j] : memref<9x9xf32>
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      affine.yield %a : f32
    }
    affine.yield %s : f32
  }
  return
}
// refused: dead: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: distribute of j: refused, flow dependence the store to acc[] -> the load of acc[] with (<)
// refused: distribute_groups of j: refused, flow dependence the store to acc[] -> the load of acc[] with (<)
// refused: parallelize of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize_reduction of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize_reduction of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: split_register_tiles of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: split_register_tiles of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: vectorize of j: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// In memory, read before it is written.
// not: distribute distribute_groups parallelize parallelize_reduction split_register_tiles vectorize
func.func @memory(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %t: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %b = affine.load %t[] : memref<f32>
    affine.store %b, %B[%i] : memref<16xf32>
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %t[] : memref<f32>
  }
  return
}
// refused: distribute of i: refused, flow dependence 8:5 affine.store t[] -> 5:10 affine.load t[] with (<)
// refused: distribute_groups of i: refused, flow dependence 8:5 affine.store t[] -> 5:10 affine.load t[] with (<)
// refused: parallelize of i: refused, anti dependence 5:10 affine.load t[] -> 8:5 affine.store t[] with (<)
// refused: parallelize_reduction of i: refused, anti dependence 5:10 affine.load t[] -> 8:5 affine.store t[] with (<)
// refused: split_register_tiles of i: refused, anti dependence 5:10 affine.load t[] -> 8:5 affine.store t[] with (<)
// refused: vectorize of i: refused, anti dependence 5:10 affine.load t[] -> 8:5 affine.store t[] with (<)
// -----
// The second loop needs the whole sum.
// not: dead fuse parallelize_reduction
func.func @sum(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 1 {
    %total = affine.for %i = 0 to 16 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i] : memref<16xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%k] : memref<16xf32>
      %d = arith.divf %a, %total : f32
      affine.store %d, %B[%k] : memref<16xf32>
    }
  }
  return
}
// refused: dead: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: fuse of i and k: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: parallelize_reduction of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// The sum is in one cell, which every sum starts anew.
// not: collapse dead distribute distribute_all distribute_groups forward interchange parallelize parallelize_reduction split_register_tiles vectorize
func.func @one_cell(%A: memref<3x5x4xf32> {llvm.noalias}, %t: memref<f32> {llvm.noalias}, %C: memref<3x5x6xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 3 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        affine.store %zero, %t[] : memref<f32>
        affine.for %k = 0 to 4 {
          %c = affine.load %t[] : memref<f32>
          %x = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
          %s = arith.addf %c, %x : f32
          affine.store %s, %t[] : memref<f32>
        }
        %r = affine.load %t[] : memref<f32>
        affine.store %r, %C[%b, %i, %j] : memref<3x5x6xf32>
      }
    }
  }
  return
}
// refused: collapse of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: collapse of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: dead: refused, flow dependence 8:9 affine.store t[] -> 10:16 affine.load t[]
// refused: distribute of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: distribute_all of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: distribute_groups of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: forward: refused, anti dependence 10:16 affine.load t[] -> 8:9 affine.store t[]
// refused: interchange of i and j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<, >)
// refused: interchange of b and i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<, >)
// refused: parallelize of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: parallelize_reduction of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of j: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of i: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: split_register_tiles of b: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// refused: vectorize of k: refused, output dependence 8:9 affine.store t[] -> 8:9 affine.store t[] with (<)
// -----
// The sum runs on through all iterations: it is the result of the nest.
// not: dead parallelize parallelize_reduction privatize split_register_tiles vectorize
func.func @carried(%A: memref<3x4xf32> {llvm.noalias}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %all = affine.for %i = 0 to 3 iter_args(%r = %zero) -> (f32) {
    %a = affine.load %A[%i, 0] : memref<3x4xf32>
    %next = arith.addf %r, %a : f32
    affine.yield %next : f32
  }
  return %all : f32
}
// refused: dead: refused, flow dependence the store to acc[] -> the load of acc[]
// refused: parallelize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: parallelize_reduction of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: privatize: refused, the loop gives the last value of acc
// refused: split_register_tiles of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// refused: vectorize of i: refused, output dependence the store to acc[] -> the store to acc[] with (<)
// -----
// The cell is read, and then written for the iterations to come.
// not: hoist
func.func @written_after(%A: memref<8xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[3] : memref<8xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i + 1] : memref<?xf32>
    affine.store %b, %A[3] : memref<8xf32>
  }
  return
}
// refused: hoist of i: refused, flow dependence 8:5 affine.store A[3] -> 5:10 affine.load A[3]

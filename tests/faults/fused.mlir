// Loops one after the other that must stay so: the second reads what the first leaves, or spoils what it reads.
// The second loop reads from the end what the first writes from the start.
// not: distribute distribute_groups parallelize_reduction
func.func @from_the_end(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 16 {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %a = affine.load %A[15 - %k] : memref<16xf32>
      affine.store %a, %B[%k] : memref<16xf32>
    }
  }
  return
}
// refused: distribute of t: refused, anti dependence 10:12 affine.load A[-k + 15] -> 7:7 affine.store A[i] with (<)
// refused: distribute_groups of t: refused, anti dependence 10:12 affine.load A[-k + 15] -> 7:7 affine.store A[i] with (<)
// refused: parallelize_reduction of t: refused, output dependence 7:7 affine.store A[i] -> 7:7 affine.store A[i] with (<)
// -----
// The producer's source is overwritten before its value is used: computed there, it would be another.
// not: forward
func.func @write_after_read(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %t[%i] : memref<16xf32>
    affine.store %x, %A[%i] : memref<16xf32>
    %b = affine.load %t[%i] : memref<16xf32>
    affine.store %b, %B[%i] : memref<16xf32>
  }
  return
}
// refused: forward: refused, anti dependence 6:10 affine.load A[i] -> 9:5 affine.store A[i]
// -----
// The producer of the next iteration spoils what the consumer of this one read.
// not: parallelize_reduction
func.func @spoiled(%A: memref<17xf32> {llvm.noalias}, %B: memref<16x8xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<17xf32>
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i + 1] : memref<17xf32>
      affine.store %a, %B[%i, %j] : memref<16x8xf32>
    }
  }
  return
}
// refused: parallelize_reduction of i: refused, anti dependence 7:12 affine.load A[i + 1] -> 5:5 affine.store A[i] with (<), distance (1)
// -----
// What is overwritten is read in between, at the far end.
// not: collapse dead distribute_groups interchange parallelize_reduction
func.func @overwritten(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32, %y: f32) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 16 {
      affine.store %x, %A[%i] : memref<16xf32>
      %a = affine.load %A[0] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
      affine.store %y, %A[%i] : memref<16xf32>
    }
  }
  return
}
// refused: collapse of t: refused, output dependence 6:7 affine.store A[i] -> 6:7 affine.store A[i] with (<)
// refused: dead: refused, flow dependence 6:7 affine.store A[i] -> 7:12 affine.load A[0]
// refused: distribute_groups of i: refused, flow dependence 6:7 affine.store A[i] -> 7:12 affine.load A[0] with (<)
// refused: distribute_groups of t: refused, output dependence 6:7 affine.store A[i] -> 6:7 affine.store A[i] with (<)
// refused: interchange of t and i: refused, anti dependence 7:12 affine.load A[0] -> 6:7 affine.store A[i] with (<, >)
// refused: parallelize_reduction of i: refused, flow dependence 6:7 affine.store A[i] -> 7:12 affine.load A[0] with (<)
// refused: parallelize_reduction of t: refused, output dependence 6:7 affine.store A[i] -> 6:7 affine.store A[i] with (<)
// -----
// The second loop reads first what the first writes last.
// not: fuse
func.func @backwards(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
    affine.for %k = 0 to 16 {
      %b = affine.load %B[-%k + 15] : memref<16xf32>
      affine.store %b, %A[%k] : memref<16xf32>
    }
  }
  return
}
// refused: fuse of i and k: refused, flow dependence 7:7 affine.store B[i] -> 10:12 affine.load B[-k + 15]
// -----
// The second step reads what the first left.
// not: contract parallelize_reduction
func.func @steps(%A: memref<8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %s = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (d0 == 0)>(%s) {
        %a = affine.load %A[%i] : memref<8xf32>
        affine.store %a, %t[%i] : memref<8xf32>
      }
      %b = affine.load %t[%i] : memref<8xf32>
      %c = arith.mulf %b, %b : f32
      affine.store %c, %A[%i] : memref<8xf32>
    }
  }
  memref.dealloc %t : memref<8xf32>
  return
}
// refused: contract: refused, 11:12 affine.load t[i] may read what another iteration wrote
// refused: parallelize_reduction of s: refused, anti dependence 8:14 affine.load A[i] -> 13:7 affine.store A[i] with (<)

// The range may be empty, shorter than a tile, or no multiple of one.
// equal: split_register_tiles strip_mine_vectors unroll
func.func @any_size(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// -----
// The range starts at a symbol, and runs backwards where that is greater than its end.
// equal: split_register_tiles strip_mine_vectors
func.func @backwards(%A: memref<40xf32> {llvm.noalias}, %m: index) {
  affine.for %i = affine_map<()[m] -> (m)>()[%m] to 7 {
    %a = affine.load %A[%i + 20] : memref<40xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i + 20] : memref<40xf32>
  }
  return
}
// -----
// The inner loop is empty in the first iterations, and in a tile of which only the last ones run it.
// equal: split_at_tile split_register_tiles
func.func @triangle(%A: memref<13x13xf32> {llvm.noalias}, %x: memref<13xf32> {llvm.noalias}) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - 2)>(%i) {
      %a = affine.load %A[%i, %j] : memref<13x13xf32>
      %b = affine.load %x[%j] : memref<13xf32>
      %c = affine.load %x[%i] : memref<13xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.subf %c, %p : f32
      affine.store %s, %x[%i] : memref<13xf32>
    }
  }
  return
}
// -----
// Each iteration needs the one before it, and there may be none: tiles of a cache keep their order.
// equal: strip_mine_cache
func.func @recurrence(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %b = affine.load %A[%i, %j] : memref<?x?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// certified
func.func @first(%A: memref<?xf32>, %n: i32) {
  %c = arith.constant 1.0 : f32
  %e = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %e {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32>, %n: i32) {
  %c = arith.constant 1.0 : f32
  %e = arith.index_cast %n : i32 to index
  affine.for %t = 0 to affine_map<()[s0] -> (s0 ceildiv 8)>()[%e] {
    affine.for %i = affine_map<(d0) -> (d0 * 8)>(%t) to min affine_map<(d0)[s0] -> (d0 * 8 + 8, s0)>(%t)[%e] {
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}

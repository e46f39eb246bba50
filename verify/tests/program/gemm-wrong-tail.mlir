// The last tile is forgotten where the tile does not divide the size.
// verdict: refuted
// check: dim(%A, 0) = 1
func.func @scale(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.mulf %a, %two : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @scale(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to affine_map<()[s0] -> (s0 floordiv 4)>()[%n] {
    affine.for %i = affine_map<(d0) -> (d0 * 4)>(%t) to affine_map<(d0) -> (d0 * 4 + 4)>(%t) {
      %a = affine.load %A[%i] : memref<?xf32>
      %x = arith.mulf %a, %two : f32
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

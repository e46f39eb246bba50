// certified
func.func @first(%A: memref<?xf32>, %n: index, %k: index) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%k] {
      affine.store %c, %A[%i] : memref<?xf32>
    } else {
      affine.store %d, %A[%i] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<?xf32>, %n: index, %k: index) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %k] {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%k] to %n {
    affine.store %d, %A[%i] : memref<?xf32>
  }
  return
}

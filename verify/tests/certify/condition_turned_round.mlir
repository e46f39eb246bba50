// refused: a value is computed otherwise
// wrong
func.func @first(%A: memref<?xf32>, %n: index, %k: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %v = affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%i)[%k] -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %zero : f32
    }
    affine.store %v, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32>, %n: index, %k: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to %n step 5 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 5, s0)>(%t)[%n] {
      %v = affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%k] -> f32 {
        affine.yield %x : f32
      } else {
        affine.yield %zero : f32
      }
      affine.store %v, %A[%i] : memref<?xf32>
    }
  }
  return
}

// Tiles of eight of rows and columns: only where the arrays overlap, and there is a second tile, do they make a difference.
// verdict: refuted
// check: elements after
func.func @f(%n: index, %m: index, %A: memref<?x64xf32>, %B: memref<?x64xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %B[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
// -----
#end = affine_map<(d0)[s0] -> (d0 + 8, s0)>
func.func @f(%n: index, %m: index, %A: memref<?x64xf32>, %B: memref<?x64xf32>) {
  affine.for %ii = 0 to %n step 8 {
    affine.for %jj = 0 to %m step 8 {
      affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min #end(%ii)[%n] {
        affine.for %j = affine_map<(d0) -> (d0)>(%jj) to min #end(%jj)[%m] {
          %x = affine.load %A[%i, %j] : memref<?x64xf32>
          %y = arith.addf %x, %x : f32
          affine.store %y, %B[%i, %j] : memref<?x64xf32>
        }
      }
    }
  }
  return
}

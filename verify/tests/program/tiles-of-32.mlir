// The first tile of the sweep has no neighbour before the 34th row.
// verdict: refuted
func.func @f(%T: index, %n: index, %A: memref<?x?xf64>) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %b = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %c = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %s = arith.addf %a, %b : f64
        %r = arith.addf %s, %c : f64
        affine.store %r, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// -----
func.func @f(%T: index, %n: index, %A: memref<?x?xf64>) {
  affine.for %t0 = 0 to %T step 32 {
    affine.for %i0 = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] step 32 {
      affine.for %t = affine_map<(d0) -> (d0)>(%t0) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t0)[%T] {
        affine.for %i = affine_map<(d0) -> (d0)>(%i0) to min affine_map<(d0)[s0] -> (d0 + 32, s0 - 1)>(%i0)[%n] {
          affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
            %a = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %b = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %c = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %s = arith.addf %a, %b : f64
        %r = arith.addf %s, %c : f64
        affine.store %r, %A[%i, %j] : memref<?x?xf64>
          }
        }
      }
    }
  }
  return
}

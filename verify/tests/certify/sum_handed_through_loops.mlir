// certified
#inside = affine_set<(d0, d1)[s0] : (d0 + d1 - s0 >= 0)>
func.func @first(%A: memref<?x?xf64>, %o: memref<?xf64> {llvm.noalias}, %n: index, %k: index, %p: index) {
  %z = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    %s = affine.for %a = 0 to %k iter_args(%x = %z) -> (f64) {
      %t = affine.for %b = 0 to %k iter_args(%y = %x) -> (f64) {
        %u = affine.if #inside(%b, %i)[%p] -> f64 {
          %v = affine.load %A[%a, %b + %i] : memref<?x?xf64>
          %w = arith.addf %y, %v : f64
          affine.yield %w : f64
        } else {
          affine.yield %y : f64
        }
        affine.yield %u : f64
      }
      affine.yield %t : f64
    }
    affine.store %s, %o[%i] : memref<?xf64>
  }
  return
}
func.func @second(%A: memref<?x?xf64>, %o: memref<?xf64> {llvm.noalias}, %n: index, %k: index, %p: index) {
  %z = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %z, %o[%i] : memref<?xf64>
  }
  affine.for %a = 0 to %k {
    affine.for %i = 0 to %n {
      affine.for %b = max affine_map<(d0)[s0] -> (0, s0 - d0)>(%i)[%p] to %k {
        %x = affine.load %o[%i] : memref<?xf64>
        %v = affine.load %A[%a, %b + %i] : memref<?x?xf64>
        %w = arith.addf %x, %v : f64
        affine.store %w, %o[%i] : memref<?xf64>
      }
    }
  }
  return
}

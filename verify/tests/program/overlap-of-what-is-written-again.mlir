// What is in another order is written again before it is read, where the array that overlaps it is one row further on.
// verdict: refuted
// check: elements after
func.func @f(%n: index, %m: index, %k: index, %A: memref<?x6x8xf32>, %s: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %p = 0 to %k {
        affine.store %zero, %s[%p] : memref<?xf32>
        affine.for %q = 0 to %k {
          %x = affine.load %A[%i, %j, %q] : memref<?x6x8xf32>
          %y = affine.load %s[%p] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %s[%p] : memref<?xf32>
        }
      }
      affine.for %p = 0 to %k {
        %x = affine.load %s[%p] : memref<?xf32>
        affine.store %x, %A[%i, %j, %p] : memref<?x6x8xf32>
      }
    }
  }
  return
}
// -----
#end = affine_map<(d0)[s0] -> (d0 + 4, s0)>
func.func @f(%n: index, %m: index, %k: index, %A: memref<?x6x8xf32>, %s: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 0 to %n step 4 {
    affine.for %jj = 0 to %m step 4 {
      affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min #end(%ii)[%n] {
        affine.for %j = affine_map<(d0) -> (d0)>(%jj) to min #end(%jj)[%m] {
          affine.for %p = 0 to %k {
            affine.store %zero, %s[%p] : memref<?xf32>
            affine.for %q = 0 to %k {
              %x = affine.load %A[%i, %j, %q] : memref<?x6x8xf32>
              %y = affine.load %s[%p] : memref<?xf32>
              %z = arith.addf %x, %y : f32
              affine.store %z, %s[%p] : memref<?xf32>
            }
          }
          affine.for %p = 0 to %k {
            %x = affine.load %s[%p] : memref<?xf32>
            affine.store %x, %A[%i, %j, %p] : memref<?x6x8xf32>
          }
        }
      }
    }
  }
  return
}

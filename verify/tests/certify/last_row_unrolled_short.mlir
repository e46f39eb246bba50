// refused: a value is computed otherwise
// wrong
// As `last_row_unrolled`, but one of six steps is left out.
func.func @first(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x?xf64> {llvm.noalias}, %steps: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %a, %zero : memref<?x?xf64>
  %m = memref.dim %a, %one : memref<?x?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %m {
        %x = affine.load %a[%i, %j] : memref<?x?xf64>
        %y = affine.load %b[%i, %j] : memref<?x?xf64>
        %z = arith.mulf %x, %y : f64
        affine.store %z, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
func.func @second(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x?xf64> {llvm.noalias}, %steps: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %a, %zero : memref<?x?xf64>
  %m = memref.dim %a, %one : memref<?x?xf64>
  affine.for %i = max affine_map<(d0) -> (1, d0)>(%n) to affine_map<(d0) -> (d0 + 1)>(%n) {
    affine.for %j = 1 to %m {
      %x = affine.load %a[%i - 1, %j] : memref<?x?xf64>
      %last = affine.for %r = 0 to affine_map<()[s0] -> (s0 floordiv 6 * 6)>()[%steps] step 6 iter_args(%x0 = %x) -> f64 {
        %y = affine.load %b[%i - 1, %j] : memref<?x?xf64>
        %x1 = arith.mulf %x0, %y : f64
        %x2 = arith.mulf %x1, %y : f64
        %x3 = arith.mulf %x2, %y : f64
        %x4 = arith.mulf %x3, %y : f64
        %x5 = arith.mulf %x4, %y : f64
        %x6 = arith.mulf %x4, %y : f64
        affine.yield %x6 : f64
      }
      affine.store %last, %a[%i - 1, %j] : memref<?x?xf64>
    }
  }
  affine.for %r = 0 to affine_map<()[s0] -> (s0 floordiv 6 * 6)>()[%steps] step 6 {
    affine.for %t = affine_map<(d0) -> (d0)>(%r) to affine_map<(d0) -> (d0 + 6)>(%r) {
      affine.for %i = 0 to affine_map<(d0) -> (d0 - 1)>(%n) {
        affine.for %j = 1 to %m {
          %x = affine.load %a[%i, %j] : memref<?x?xf64>
          %y = affine.load %b[%i, %j] : memref<?x?xf64>
          %z = arith.mulf %x, %y : f64
          affine.store %z, %a[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  affine.for %t = max affine_map<()[s0] -> (0, s0 floordiv 6 * 6)>()[%steps] to %steps {
    affine.for %i = 0 to affine_map<(d0) -> (d0 - 1)>(%n) {
      affine.for %j = 1 to %m {
        %x = affine.load %a[%i, %j] : memref<?x?xf64>
        %y = affine.load %b[%i, %j] : memref<?x?xf64>
        %z = arith.mulf %x, %y : f64
        affine.store %z, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = max affine_map<(d0) -> (1, d0)>(%n) to affine_map<(d0) -> (d0 + 1)>(%n) {
    affine.for %t = max affine_map<()[s0] -> (0, s0 floordiv 6 * 6)>()[%steps] to %steps {
      affine.for %j = 1 to %m {
        %x = affine.load %a[%i - 1, %j] : memref<?x?xf64>
        %y = affine.load %b[%i - 1, %j] : memref<?x?xf64>
        %z = arith.mulf %x, %y : f64
        affine.store %z, %a[%i - 1, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// refused: the second function does not free what it allocates
// The buffer is not freed.
func.func @first(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}, %C: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %B, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<?x?xf64>
        %b = affine.load %B[%l, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
func.func @second(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}, %C: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %B, %c0 : memref<?x?xf64>
  %buffer = memref.alloc() : memref<16xf64>
  affine.for %t = 0 to %k step 16 {
    affine.for %j = 0 to %m {
      affine.for %l = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%t)[%k] {
        %b = affine.load %B[%l, %j] : memref<?x?xf64>
        affine.store %b, %buffer[%l - %t] : memref<16xf64>
      }
      affine.for %i = 0 to %n {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %r = affine.for %l = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%t)[%k] iter_args(%s = %c) -> f64 {
          %a = affine.load %A[%i, %l] : memref<?x?xf64>
          %b = affine.load %buffer[%l - %t] : memref<16xf64>
          %p = arith.mulf %a, %b : f64
          %q = arith.addf %s, %p : f64
          affine.yield %q : f64
        }
        affine.store %r, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// Tiled by four, interchanged, operands exchanged: each element's sum keeps its order.
// verdict: proved
// check: floating-point model strict
func.func @gemm(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf32>
  %n = memref.dim %C, %c1 : memref<?x?xf32>
  %k = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %p = 0 to %k {
        %a = affine.load %A[%i, %p] : memref<?x?xf32>
        %b = affine.load %B[%p, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %x = arith.mulf %a, %b : f32
        %s = arith.addf %c, %x : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
#tile = affine_map<(d0)[s0] -> (d0 + 4, s0)>
func.func @gemm(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf32>
  %n = memref.dim %C, %c1 : memref<?x?xf32>
  %k = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %pp = 0 to %k step 4 {
    affine.for %i = 0 to %m {
      affine.for %p = affine_map<(d0) -> (d0)>(%pp) to min #tile(%pp)[%k] {
        affine.for %j = 0 to %n {
          %a = affine.load %A[%i, %p] : memref<?x?xf32>
          %b = affine.load %B[%p, %j] : memref<?x?xf32>
          %c = affine.load %C[%i, %j] : memref<?x?xf32>
          %x = arith.mulf %b, %a : f32
          %s = arith.addf %x, %c : f32
          affine.store %s, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

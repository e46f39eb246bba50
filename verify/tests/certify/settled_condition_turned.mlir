// refused: may access memory that the first does not
// wrong
// What happens where a condition holds happens where it does not.
func.func @first(%beta: f32, %n: index, %A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf une, %beta, %z : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      scf.if %c {
        affine.for %k = 0 to %n {
          %a = affine.load %A[%i, %k] : memref<?x?xf32>
          %b = affine.load %B[%k, %j] : memref<?x?xf32>
          %s = affine.load %C[%i, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
func.func @second(%beta: f32, %n: index, %A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf oeq, %beta, %z : f32
  scf.if %c {
    affine.for %i = 0 to %n step 4 {
      affine.for %j = 0 to %n {
        affine.for %ii = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
        %s0 = affine.load %C[%ii, %j] : memref<?x?xf32>
        %r = affine.for %k = 0 to %n iter_args(%s = %s0) -> f32 {
          %a = affine.load %A[%ii, %k] : memref<?x?xf32>
          %b = affine.load %B[%k, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          affine.yield %t : f32
        }
        affine.store %r, %C[%ii, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

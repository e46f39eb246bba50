// Each element is computed from its neighbours, in place: two columns behind, the next row need not wait.
// fires: skew_registers
func.func @gauss_seidel(%A: memref<34x34xf32> {llvm.noalias}) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<34x34xf32>
      %l = affine.load %A[%i, %j - 1] : memref<34x34xf32>
      %sum = arith.addf %a, %l : f32
      %b = affine.load %A[%i + 1, %j] : memref<34x34xf32>
      %sum_1 = arith.addf %sum, %b : f32
      affine.store %sum_1, %A[%i, %j] : memref<34x34xf32>
    }
  }
  return
}
// -----
// The rows of B are apart, so there is a register tile; those of A read the row above from its other end.
// not: skew_registers
func.func @from_the_other_end(%A: memref<34x34xf32> {llvm.noalias}, %B: memref<34x34xf32> {llvm.noalias}) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i - 1, -%j + 33] : memref<34x34xf32>
      %l = affine.load %A[%i, %j - 1] : memref<34x34xf32>
      %sum = arith.addf %a, %l : f32
      affine.store %sum, %A[%i, %j] : memref<34x34xf32>
    }
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i, %j] : memref<34x34xf32>
      affine.store %a, %B[%i, %j] : memref<34x34xf32>
    }
  }
  return
}
// refused: skew_registers of j_1: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew_registers of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations

// A product of some 3^60 factors, in two orders: forms that flatten products must stop somewhere.
// verdict reassoc: proved
func.func @f(%A: memref<1xf32> {llvm.noalias}, %B: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 60 {
    %a = affine.load %A[0] : memref<1xf32>
    %b = affine.load %B[0] : memref<1xf32>
    %c = arith.mulf %a, %b : f32
    %d = arith.mulf %c, %a : f32
    affine.store %d, %A[0] : memref<1xf32>
  }
  return
}
// -----
func.func @f(%A: memref<1xf32> {llvm.noalias}, %B: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 60 {
    %a = affine.load %A[0] : memref<1xf32>
    %b = affine.load %B[0] : memref<1xf32>
    %c = arith.mulf %a, %b : f32
    %d = arith.mulf %a, %c : f32
    affine.store %d, %A[0] : memref<1xf32>
  }
  return
}

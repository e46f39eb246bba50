// As load-above-aliasing-store, but one of the arguments overlaps nothing.
// verdict: proved
func.func @f(%A: memref<2xi32>, %B: memref<2xi32> {llvm.noalias}) -> i32 {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<2xi32>
  %b = affine.load %B[0] : memref<2xi32>
  return %b : i32
}
// -----
func.func @f(%A: memref<2xi32>, %B: memref<2xi32> {llvm.noalias}) -> i32 {
  %one = arith.constant 1 : i32
  %b = affine.load %B[0] : memref<2xi32>
  affine.store %one, %A[0] : memref<2xi32>
  return %b : i32
}

// A quarter of A, which is walked down its columns.
func.func @scaled(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias}) {
  %four = arith.constant 4.0 : f32
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %a = affine.load %A[%j, %i] : memref<512x512xf32>
      %b = arith.divf %a, %four : f32
      %c = arith.negf %b : f32
      %d = arith.negf %c : f32
      affine.store %d, %B[%j, %i] : memref<512x512xf32>
    }
  }
  return
}

// test: ir cpu=x86-64-v3 level=O1

// The rows of a memref are arrays in arrays; an extent that is known at run time is multiplied by.
func.func @f(%A: memref<16x8x4xf32>, %B: memref<?x?x4xf32>, %C: memref<9xf32, strided<[3]>>,
             %i: index, %j: index, %k: index) -> f32 {
  %a = affine.load %A[%i, %j, %k] : memref<16x8x4xf32>
  %b = affine.load %B[%i, %j, %k] : memref<?x?x4xf32>
  %c = affine.load %C[%i] : memref<9xf32, strided<[3]>>
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  return %t : f32
}
// check: getelementptr inbounds [8 x [4 x float]], ptr %0, i64 %5, i64 %6, i64 %7
// check: getelementptr inbounds [4 x float], ptr
// check: getelementptr inbounds [3 x float], ptr

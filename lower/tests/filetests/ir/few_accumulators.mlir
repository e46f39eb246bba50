// test: ir cpu=haswell
// Two accumulators leave room for what LLVM makes of the loop.
func.func @sums(%A: memref<2x64xf32> {llvm.noalias}, %B: memref<64x8xf32> {llvm.noalias}, %C: memref<2x8xf32> {llvm.noalias}) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %r:2 = affine.for %k = 0 to 64 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<8xf32>, vector<8xf32>) {
    %b = affine.vector_load %B[%k, 0] : memref<64x8xf32>, vector<8xf32>
    %a0 = affine.load %A[0, %k] : memref<2x64xf32>
    %v0 = vector.broadcast %a0 : f32 to vector<8xf32>
    %t0 = math.fma %v0, %b, %s0 : vector<8xf32>
    %a1 = affine.load %A[1, %k] : memref<2x64xf32>
    %v1 = vector.broadcast %a1 : f32 to vector<8xf32>
    %t1 = math.fma %v1, %b, %s1 : vector<8xf32>
    affine.yield %t0, %t1 : vector<8xf32>, vector<8xf32>
  }
  affine.vector_store %r#0, %C[0, 0] : memref<2x8xf32>, vector<8xf32>
  affine.vector_store %r#1, %C[1, 0] : memref<2x8xf32>, vector<8xf32>
  return
}
// not: llvm.loop.unroll.disable

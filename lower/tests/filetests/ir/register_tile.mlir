// test: ir cpu=haswell
// A register tile: nine accumulators, a vector that is loaded, and a scalar in all lanes.
func.func @tile(%A: memref<9x64xf32> {llvm.noalias}, %B: memref<64x4xf32> {llvm.noalias}, %C: memref<9x4xf32> {llvm.noalias}) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %r:9 = affine.for %k = 0 to 64 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero, %s8 = %zero) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %b = affine.vector_load %B[%k, 0] : memref<64x4xf32>, vector<4xf32>
    %a0 = affine.load %A[0, %k] : memref<9x64xf32>
    %v0 = vector.broadcast %a0 : f32 to vector<4xf32>
    %t0 = math.fma %v0, %b, %s0 : vector<4xf32>
    %a1 = affine.load %A[1, %k] : memref<9x64xf32>
    %v1 = vector.broadcast %a1 : f32 to vector<4xf32>
    %t1 = math.fma %v1, %b, %s1 : vector<4xf32>
    %a2 = affine.load %A[2, %k] : memref<9x64xf32>
    %v2 = vector.broadcast %a2 : f32 to vector<4xf32>
    %t2 = math.fma %v2, %b, %s2 : vector<4xf32>
    %a3 = affine.load %A[3, %k] : memref<9x64xf32>
    %v3 = vector.broadcast %a3 : f32 to vector<4xf32>
    %t3 = math.fma %v3, %b, %s3 : vector<4xf32>
    %a4 = affine.load %A[4, %k] : memref<9x64xf32>
    %v4 = vector.broadcast %a4 : f32 to vector<4xf32>
    %t4 = math.fma %v4, %b, %s4 : vector<4xf32>
    %a5 = affine.load %A[5, %k] : memref<9x64xf32>
    %v5 = vector.broadcast %a5 : f32 to vector<4xf32>
    %t5 = math.fma %v5, %b, %s5 : vector<4xf32>
    %a6 = affine.load %A[6, %k] : memref<9x64xf32>
    %v6 = vector.broadcast %a6 : f32 to vector<4xf32>
    %t6 = math.fma %v6, %b, %s6 : vector<4xf32>
    %a7 = affine.load %A[7, %k] : memref<9x64xf32>
    %v7 = vector.broadcast %a7 : f32 to vector<4xf32>
    %t7 = math.fma %v7, %b, %s7 : vector<4xf32>
    %a8 = affine.load %A[8, %k] : memref<9x64xf32>
    %v8 = vector.broadcast %a8 : f32 to vector<4xf32>
    %t8 = math.fma %v8, %b, %s8 : vector<4xf32>
    affine.yield %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  affine.vector_store %r#0, %C[0, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#1, %C[1, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#2, %C[2, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#3, %C[3, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#4, %C[4, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#5, %C[5, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#6, %C[6, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#7, %C[7, 0] : memref<9x4xf32>, vector<4xf32>
  affine.vector_store %r#8, %C[8, 0] : memref<9x4xf32>, vector<4xf32>
  return
}
// check: llvm.loop.unroll.disable

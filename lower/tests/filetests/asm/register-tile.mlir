// test: asm cpu=znver5

// Four accumulators stay in registers: nothing is spilled, and the broadcast is folded into its load.
func.func @tile(%A: memref<2x512xf32> {llvm.noalias}, %B: memref<512x32xf32> {llvm.noalias},
                %C: memref<2x32xf32> {llvm.noalias}) {
  %c00 = affine.vector_load %C[0, 0] : memref<2x32xf32>, vector<16xf32>
  %c01 = affine.vector_load %C[0, 16] : memref<2x32xf32>, vector<16xf32>
  %c10 = affine.vector_load %C[1, 0] : memref<2x32xf32>, vector<16xf32>
  %c11 = affine.vector_load %C[1, 16] : memref<2x32xf32>, vector<16xf32>
  %r:4 = affine.for %k = 0 to 512 iter_args(%a00 = %c00, %a01 = %c01, %a10 = %c10, %a11 = %c11)
      -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
    %b0 = affine.vector_load %B[%k, 0] : memref<512x32xf32>, vector<16xf32>
    %b1 = affine.vector_load %B[%k, 16] : memref<512x32xf32>, vector<16xf32>
    %s0 = affine.load %A[0, %k] : memref<2x512xf32>
    %s1 = affine.load %A[1, %k] : memref<2x512xf32>
    %v0 = vector.broadcast %s0 : f32 to vector<16xf32>
    %v1 = vector.broadcast %s1 : f32 to vector<16xf32>
    %n00 = math.fma %v0, %b0, %a00 : vector<16xf32>
    %n01 = math.fma %v0, %b1, %a01 : vector<16xf32>
    %n10 = math.fma %v1, %b0, %a10 : vector<16xf32>
    %n11 = math.fma %v1, %b1, %a11 : vector<16xf32>
    affine.yield %n00, %n01, %n10, %n11 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
  }
  affine.vector_store %r#0, %C[0, 0] : memref<2x32xf32>, vector<16xf32>
  affine.vector_store %r#1, %C[0, 16] : memref<2x32xf32>, vector<16xf32>
  affine.vector_store %r#2, %C[1, 0] : memref<2x32xf32>, vector<16xf32>
  affine.vector_store %r#3, %C[1, 16] : memref<2x32xf32>, vector<16xf32>
  return
}
// check: vbroadcastss
// check: vfmadd231ps
// check: zmm
// not: Spill
// not: (%rsp)

func.func @matmul(%A: memref<40x60xf32> {llvm.noalias}, %B: memref<60x80xf32> {llvm.noalias}, %C: memref<40x80xf32> {llvm.noalias}) {
  %f0 = arith.constant 0.0 : f32
  %c40 = arith.constant 40 : index
  %c60 = arith.constant 60 : index
  %c80 = arith.constant 80 : index
  %ii, %jj, %kk = krnl.define_loops 3
  %ib, %il = krnl.block %ii 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %jj 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %kb, %kl = krnl.block %kk 10 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ilb, %ill = krnl.block %il 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jlb, %jll = krnl.block %jl 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %klb, %kll = krnl.block %kl 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ib, %ilb, %ill, %jb, %jlb, %jll, %kb, %klb, %kll) [0, 3, 6, 1, 4, 7, 2, 5, 8] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %jb) with (%ii -> %i = 0 to 40, %jj -> %j = 0 to 80, %kk -> %k = 0 to 60) {
    %i1, %j1 = krnl.get_induction_var_value(%ib, %jb) : (!krnl.loop,!krnl.loop) -> (index, index)
    %Cbuff = memref.alloca() : memref<10x8xf32>
    krnl.copy_to_tile_buffer %Cbuff, %C[%i1, %j1], %f0 : memref<10x8xf32>, memref<40x80xf32>
    krnl.iterate(%kb) with () {
      %k1 = krnl.get_induction_var_value(%kb) : (!krnl.loop) -> (index)
      %Abuff = memref.alloca() : memref<10x10xf32>
      %Bbuff = memref.alloca() : memref<10x8xf32>
      krnl.copy_to_tile_buffer %Abuff, %A[%i1, %k1], %f0 : memref<10x10xf32>, memref<40x60xf32>
      krnl.copy_to_tile_buffer %Bbuff, %B[%k1, %j1], %f0 : memref<10x8xf32>, memref<60x80xf32>
      krnl.iterate(%ilb, %jlb, %klb) with () {
        %i2, %j2, %k2 = krnl.get_induction_var_value(%ilb, %jlb, %klb) : (!krnl.loop,!krnl.loop,!krnl.loop) -> (index,index,index)
        krnl.matmul %Abuff[%i1, %k1], %Bbuff[%k1, %j1], %Cbuff[%i1, %j1], (%ill, %jll, %kll), (%i2, %j2, %k2), (%c40, %c80, %c60) {computeTileSize = [5, 4, 5], simdize = false, unroll = false} : memref<10x10xf32>, memref<10x8xf32>, memref<10x8xf32>, (!krnl.loop,!krnl.loop,!krnl.loop)
      }
    }
    krnl.copy_from_tile_buffer %Cbuff, %C[%i1, %j1] : memref<10x8xf32>, memref<40x80xf32>
  }
  return
}

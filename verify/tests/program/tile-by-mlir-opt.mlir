// Tiles of four by mlir-opt 19.
// verdict: proved
func.func @gemm(%A: memref<9x10xf32> {llvm.noalias}, %B: memref<10x11xf32> {llvm.noalias}, %C: memref<9x11xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 { affine.for %j = 0 to 11 { affine.for %p = 0 to 10 {
        %a = affine.load %A[%i, %p] : memref<9x10xf32>
        %b = affine.load %B[%p, %j] : memref<10x11xf32>
        %c = affine.load %C[%i, %j] : memref<9x11xf32>
        %x = arith.mulf %a, %b : f32
        %s = arith.addf %c, %x : f32
        affine.store %s, %C[%i, %j] : memref<9x11xf32>
  } } }
  return
}
// -----
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 4, 9)>
#map2 = affine_map<(d0) -> (d0 + 4, 11)>
#map3 = affine_map<(d0) -> (d0 + 4, 10)>
module {
  func.func @gemm(%arg0: memref<9x10xf32> {llvm.noalias}, %arg1: memref<10x11xf32> {llvm.noalias}, %arg2: memref<9x11xf32> {llvm.noalias}) {
    affine.for %arg3 = 0 to 9 step 4 {
      affine.for %arg4 = 0 to 11 step 4 {
        affine.for %arg5 = 0 to 10 step 4 {
          affine.for %arg6 = #map(%arg3) to min #map1(%arg3) {
            affine.for %arg7 = #map(%arg4) to min #map2(%arg4) {
              affine.for %arg8 = #map(%arg5) to min #map3(%arg5) {
                %0 = affine.load %arg0[%arg6, %arg8] : memref<9x10xf32>
                %1 = affine.load %arg1[%arg8, %arg7] : memref<10x11xf32>
                %2 = affine.load %arg2[%arg6, %arg7] : memref<9x11xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %arg2[%arg6, %arg7] : memref<9x11xf32>
              }
            }
          }
        }
      }
    }
    return
  }
}


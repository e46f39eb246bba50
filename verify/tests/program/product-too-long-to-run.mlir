// A run of either takes hundreds of millions of operations; some elements take few, and tell the programs apart.
// verdict: refuted
// check: the programs differ in %C
func.func @f(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias},
             %C: memref<512x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 512 {
        %a = affine.load %A[%i, %k] : memref<512x512xf32>
        %b = affine.load %B[%k, %j] : memref<512x512xf32>
        %c = affine.load %C[%i, %j] : memref<512x512xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<512x512xf32>
      }
    }
  }
  return
}
// -----
func.func @f(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias},
             %C: memref<512x512xf32> {llvm.noalias}) {
  affine.for %it = 0 to 512 step 8 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 511 {
        affine.for %i = affine_map<(d0) -> (d0)>(%it) to affine_map<(d0) -> (d0 + 8)>(%it) {
          %a = affine.load %A[%i, %k] : memref<512x512xf32>
          %b = affine.load %B[%k, %j] : memref<512x512xf32>
          %c = affine.load %C[%i, %j] : memref<512x512xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%i, %j] : memref<512x512xf32>
        }
      }
    }
  }
  return
}

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0)[s0] -> (d0 + 32, s0)>
module {
  func.func @rows(%arg0: memref<?x?xf64> {llvm.noalias}, %arg1: memref<?xf64> {llvm.noalias}, %arg2: memref<?xf64> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c0 : memref<?x?xf64>
    %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf64>
    affine.for %arg3 = 0 to %dim step 32 {
      affine.for %arg4 = 0 to %dim_0 step 32 {
        affine.for %arg5 = #map(%arg3) to min #map1(%arg3)[%dim] {
          affine.for %arg6 = #map(%arg4) to min #map1(%arg4)[%dim_0] {
            %0 = affine.load %arg0[%arg5, %arg6] : memref<?x?xf64>
            %1 = affine.load %arg1[%arg6] : memref<?xf64>
            %2 = arith.mulf %0, %1 : f64
            %3 = affine.load %arg2[%arg5] : memref<?xf64>
            %4 = arith.addf %3, %2 : f64
            affine.store %4, %arg2[%arg5] : memref<?xf64>
          }
        }
      }
    }
    return
  }
}


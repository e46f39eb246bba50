#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 4)>
#map2 = affine_map<(d0) -> (d0 + 32, 39)>
module {
  func.func @sweep(%arg0: memref<40x40xf64>) {
    affine.for %arg1 = 0 to 4 step 32 {
      affine.for %arg2 = 1 to 39 step 32 {
        affine.for %arg3 = 1 to 39 step 32 {
          affine.for %arg4 = #map(%arg1) to #map1(%arg1) {
            affine.for %arg5 = #map(%arg2) to min #map2(%arg2) {
              affine.for %arg6 = #map(%arg3) to min #map2(%arg3) {
                %0 = affine.load %arg0[%arg5 - 1, %arg6 + 1] : memref<40x40xf64>
                %1 = affine.load %arg0[%arg5, %arg6 - 1] : memref<40x40xf64>
                %2 = arith.addf %0, %1 : f64
                affine.store %2, %arg0[%arg5, %arg6] : memref<40x40xf64>
              }
            }
          }
        }
      }
    }
    return
  }
}


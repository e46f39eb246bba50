#map = affine_map<()[s0] -> ((s0 floordiv 2) * 2 - 1)>
#map1 = affine_map<(d0) -> (d0 + 1)>
#map2 = affine_map<()[s0] -> (s0 - 1)>
module {
  func.func @fill(%arg0: index, %arg1: memref<?xf32>, %arg2: f32) {
    affine.for %arg3 = 1 to #map()[%arg0] step 2 {
      affine.store %arg2, %arg1[%arg3] : memref<?xf32>
      %0 = affine.apply #map1(%arg3)
      affine.store %arg2, %arg1[%0] : memref<?xf32>
    }
    affine.for %arg3 = #map()[%arg0] to #map2()[%arg0] {
      affine.store %arg2, %arg1[%arg3] : memref<?xf32>
    }
    return
  }
}


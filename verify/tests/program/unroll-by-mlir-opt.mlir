// What mlir-opt 19 makes of this loop with --affine-loop-unroll=unroll-factor=2 is wrong for short arrays.
// verdict: refuted
// check: out of bounds
func.func @stencil(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %l = affine.load %A[%i - 1] : memref<?xf32>
    %r = affine.load %A[%i + 1] : memref<?xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
// -----
#map = affine_map<()[s0] -> ((s0 floordiv 2) * 2 - 1)>
#map1 = affine_map<(d0) -> (d0 + 1)>
#map2 = affine_map<()[s0] -> (s0 - 1)>
module {
  func.func @stencil(%arg0: memref<?xf32> {llvm.noalias}, %arg1: memref<?xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    affine.for %arg2 = 1 to #map()[%dim] step 2 {
      %0 = affine.load %arg0[%arg2 - 1] : memref<?xf32>
      %1 = affine.load %arg0[%arg2 + 1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %arg1[%arg2] : memref<?xf32>
      %3 = affine.apply #map1(%arg2)
      %4 = affine.load %arg0[%3 - 1] : memref<?xf32>
      %5 = affine.load %arg0[%3 + 1] : memref<?xf32>
      %6 = arith.addf %4, %5 : f32
      affine.store %6, %arg1[%3] : memref<?xf32>
    }
    affine.for %arg2 = #map()[%dim] to #map2()[%dim] {
      %0 = affine.load %arg0[%arg2 - 1] : memref<?xf32>
      %1 = affine.load %arg0[%arg2 + 1] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %arg1[%arg2] : memref<?xf32>
    }
    return
  }
}


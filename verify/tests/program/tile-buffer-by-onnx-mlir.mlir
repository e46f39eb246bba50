// What onnx-mlir's --convert-krnl-to-affine makes of a copy that starts at arguments (its test buffer_copy.mlir,
// @copy_to_runtime_start_indices_pad3), at the last tile: the loops that pad begin at the greatest of the ends of the tile, not at
// the least, and pad nothing.
// verdict: refuted
// check: first gives 0.0, second gives NaN
func.func @last_tile(%A: memref<39x56xf32>, %T: memref<4x6xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %p = arith.constant 36 : index
  %q = arith.constant 54 : index
  krnl.copy_to_tile_buffer %T, %A[%p, %q], %zero {padToNext = [3, 3]} : memref<4x6xf32>, memref<39x56xf32>
  return
}
// -----
#map = affine_map<()[s0] -> (-s0 + 39, 4)>
#map1 = affine_map<()[s0] -> (-s0 + 56, 6)>
func.func @last_tile(%A: memref<39x56xf32>, %T: memref<4x6xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %p = arith.constant 36 : index
  %q = arith.constant 54 : index
  %0 = affine.min #map()[%p]
  %1 = arith.ceildivsi %0, %c3 : index
  %2 = arith.muli %1, %c3 : index
  %3 = affine.min #map1()[%q]
  %4 = arith.ceildivsi %3, %c3 : index
  %5 = arith.muli %4, %c3 : index
  affine.for %i = 0 to min #map()[%p] {
    affine.for %j = 0 to min #map1()[%q] {
      %6 = affine.load %A[%i + symbol(%p), %j + symbol(%q)] : memref<39x56xf32>
      affine.store %6, %T[%i, %j] : memref<4x6xf32>
    }
    affine.for %j = max #map1()[%q] to %5 {
      affine.store %zero, %T[%i, %j] : memref<4x6xf32>
    }
  }
  affine.for %i = max #map()[%p] to %2 {
    affine.for %j = 0 to %5 {
      affine.store %zero, %T[%i, %j] : memref<4x6xf32>
    }
  }
  return
}

// against: mlir-opt-19 -affine-loop-fusion
// refuted: @steps
// A loop over all cells is fused into one over every second cell, and is gone.
func.func @steps(%src: memref<4xf32> {llvm.noalias}, %m: memref<4xf32> {llvm.noalias}, %out: memref<4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    %x = affine.load %src[%i] : memref<4xf32>
    affine.store %x, %m[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 step 2 {
    %x = affine.load %m[%i] : memref<4xf32>
    affine.store %x, %out[%i] : memref<4xf32>
  }
  return
}

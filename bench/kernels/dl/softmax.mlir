// The exponentials of each row over their sum, the greatest element taken off first.
func.func @softmax(%X: memref<1024x1024xf32> {llvm.noalias}, %Y: memref<1024x1024xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 1024 {
    %greatest = affine.for %j = 0 to 1024 iter_args(%partial = %least) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %greater = arith.maximumf %partial, %x : f32
      affine.yield %greater : f32
    }
    %total = affine.for %j = 0 to 1024 iter_args(%partial = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %distance = arith.subf %x, %greatest : f32
      %y = math.exp %distance : f32
      affine.store %y, %Y[%i, %j] : memref<1024x1024xf32>
      %sum = arith.addf %partial, %y : f32
      affine.yield %sum : f32
    }
    affine.for %j = 0 to 1024 {
      %y = affine.load %Y[%i, %j] : memref<1024x1024xf32>
      %share = arith.divf %y, %total : f32
      affine.store %share, %Y[%i, %j] : memref<1024x1024xf32>
    }
  }
  return
}

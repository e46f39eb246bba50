// Each row less its mean, over its standard deviation, scaled and shifted.
func.func @layernorm(%X: memref<1024x1024xf32> {llvm.noalias}, %gamma: memref<1024xf32> {llvm.noalias},
                     %beta: memref<1024xf32> {llvm.noalias}, %Y: memref<1024x1024xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %count = arith.constant 1024.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  affine.for %i = 0 to 1024 {
    %total = affine.for %j = 0 to 1024 iter_args(%partial = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %sum = arith.addf %partial, %x : f32
      affine.yield %sum : f32
    }
    %mean = arith.divf %total, %count : f32
    %squares = affine.for %j = 0 to 1024 iter_args(%partial = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %distance = arith.subf %x, %mean : f32
      %square = arith.mulf %distance, %distance : f32
      %sum = arith.addf %partial, %square : f32
      affine.yield %sum : f32
    }
    %variance = arith.divf %squares, %count : f32
    %positive = arith.addf %variance, %epsilon : f32
    %deviation = math.sqrt %positive : f32
    %scale = arith.divf %one, %deviation : f32
    affine.for %j = 0 to 1024 {
      %x = affine.load %X[%i, %j] : memref<1024x1024xf32>
      %distance = arith.subf %x, %mean : f32
      %normal = arith.mulf %distance, %scale : f32
      %g = affine.load %gamma[%j] : memref<1024xf32>
      %scaled = arith.mulf %normal, %g : f32
      %b = affine.load %beta[%j] : memref<1024xf32>
      %y = arith.addf %scaled, %b : f32
      affine.store %y, %Y[%i, %j] : memref<1024x1024xf32>
    }
  }
  return
}

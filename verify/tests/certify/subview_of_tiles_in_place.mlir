// certified
func.func @first(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<?x64xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x64xf32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?x64xf32> {llvm.noalias}, %B: memref<?x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n step 32 {
    %rows = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%i)[%n]
    affine.for %j = 0 to 64 step 32 {
      %V = memref.subview %A[%i, %j] [%rows, 32] [1, 1] : memref<?x64xf32> to memref<?x32xf32, strided<[64, 1], offset: ?>>
      affine.for %k = 0 to min affine_map<(d0)[s0] -> (32, s0 - d0)>(%i)[%n] {
        affine.for %l = 0 to 32 {
          %a = affine.load %V[%k, %l] : memref<?x32xf32, strided<[64, 1], offset: ?>>
          %b = arith.addf %a, %a : f32
          affine.store %b, %V[%k, %l] : memref<?x32xf32, strided<[64, 1], offset: ?>>
        }
      }
    }
  }
  return
}

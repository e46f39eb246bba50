// certified
// Which iteration of three loops it is tell quotients of quotients and their remainders.
func.func @first(%A: memref<6x10x12xf32> {llvm.noalias}, %C: memref<6x10x12xf32> {llvm.noalias}) {
  affine.for %b = 0 to 6 {
    affine.for %i = 0 to 10 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 12 {
          %c = affine.load %C[%b, %i, %j] : memref<6x10x12xf32>
          %x = affine.load %A[%b, %i, %k] : memref<6x10x12xf32>
          %s = arith.addf %c, %x : f32
          affine.store %s, %C[%b, %i, %j] : memref<6x10x12xf32>
        }
      }
    }
  }
  return
}
func.func @second(%A: memref<6x10x12xf32> {llvm.noalias}, %C: memref<6x10x12xf32> {llvm.noalias}) {
  affine.for %n = 0 to 720 {
    %j = affine.apply affine_map<(d0) -> (d0 mod 12)>(%n)
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 12)>(%n)
    %i = affine.apply affine_map<(d0) -> (d0 mod 10)>(%q)
    %b = affine.apply affine_map<(d0) -> (d0 floordiv 10)>(%q)
    affine.for %k = 0 to 12 {
      %c = affine.load %C[%b, %i, %j] : memref<6x10x12xf32>
      %x = affine.load %A[%b, %i, %k] : memref<6x10x12xf32>
      %s = arith.addf %c, %x : f32
      affine.store %s, %C[%b, %i, %j] : memref<6x10x12xf32>
    }
  }
  return
}

// certified
// Each sum of two variables is the same of the same two.
func.func @first(%in: memref<?x516xf32> {llvm.noalias}, %w: memref<?x5xf32> {llvm.noalias}, %out: memref<?x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.for %u = 0 to 5 {
        affine.for %v = 0 to 5 {
          %s = affine.load %out[%i, %j] : memref<?x512xf32>
          %a = affine.load %in[%i + %u, %j + %v] : memref<?x516xf32>
          %b = affine.load %w[%u, %v] : memref<?x5xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %out[%i, %j] : memref<?x512xf32>
        }
      }
    }
  }
  return
}
func.func @second(%in: memref<?x516xf32> {llvm.noalias}, %w: memref<?x5xf32> {llvm.noalias}, %out: memref<?x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.for %u = 0 to 5 {
        affine.for %v = 0 to 5 {
          %s = affine.load %out[%i, %j] : memref<?x512xf32>
          %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %u)
          %l = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %v)
          %a = affine.load %in[%k, %l] : memref<?x516xf32>
          %b = affine.load %w[%u, %v] : memref<?x5xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %out[%i, %j] : memref<?x512xf32>
        }
      }
    }
  }
  return
}

// C += A * B with the arrays as C programs have them: rows one after the other, a size of 32 bits, pointers that may overlap.
func.func @product(%n: i32, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  %size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %size {
    affine.for %j = 0 to %size {
      affine.for %k = 0 to %size {
        %a = affine.load %A[%i * symbol(%size) + %k] : memref<?xf32>
        %b = affine.load %B[%k * symbol(%size) + %j] : memref<?xf32>
        %c = affine.load %C[%i * symbol(%size) + %j] : memref<?xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        affine.store %sum, %C[%i * symbol(%size) + %j] : memref<?xf32>
      }
    }
  }
  return
}

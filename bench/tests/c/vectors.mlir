// Vectors, masks and reductions.
func.func @vectors(%A: memref<?x16xf32>, %B: memref<?x16xf32>, %C: memref<16xi32>, %D: memref<?x16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<-0.0> : vector<4xf32>
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %a = affine.vector_load %A[%i, 0] : memref<?x16xf32>, vector<8xf32>
    %b = affine.vector_load %B[%i, 5] : memref<?x16xf32>, vector<8xf32>
    %f = math.fma %a, %b, %a : vector<8xf32>
    %g = arith.subf %f, %b : vector<8xf32>
    %h = arith.maximumf %g, %a : vector<8xf32>
    %m = arith.cmpf olt, %g, %b : vector<8xf32>
    %s = arith.select %m, %g, %b : vector<8xi1>, vector<8xf32>
    %x = vector.extract %h[3] : f32 from vector<8xf32>
    %s1 = vector.insert %x, %s [0] : f32 into vector<8xf32>
    %s2 = vector.insert %zero, %s1 [7] : f32 into vector<8xf32>
    affine.vector_store %s2, %D[%i, 1] : memref<?x16xf32>, vector<8xf32>
    %some = vector.create_mask %i : vector<4xi1>
    %c9 = arith.constant 9 : index
    %t = vector.maskedload %A[%i, %c9], %some, %none : memref<?x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %D[%i, %c9], %some, %t : memref<?x16xf32>, vector<4xi1>, vector<4xf32>
    %r = vector.reduction <add>, %a : vector<8xf32> into f32
    %r2 = vector.reduction <maximumf>, %b, %r : vector<8xf32> into f32
    affine.store %r2, %D[%i, 15] : memref<?x16xf32>
    %other = arith.cmpf ogt, %t, %none : vector<4xf32>
    %both = arith.andi %other, %some : vector<4xi1>
    vector.maskedstore %D[%i, %c1], %both, %none : memref<?x16xf32>, vector<4xi1>, vector<4xf32>
    %p = vector.broadcast %x : f32 to vector<4xf32>
    %q = affine.for %k = 0 to 4 iter_args(%acc = %p) -> (vector<4xf32>) {
      %u = vector.insert %zero, %acc [%k] : f32 into vector<4xf32>
      %v = arith.addf %u, %t : vector<4xf32>
      affine.yield %v : vector<4xf32>
    }
    affine.vector_store %q, %D[%i, 11] : memref<?x16xf32>, vector<4xf32>
    %k1 = affine.vector_load %C[0] : memref<16xi32>, vector<16xi32>
    %k2 = arith.muli %k1, %k1 : vector<16xi32>
    %k3 = arith.addi %k2, %k1 : vector<16xi32>
    %k4 = arith.minsi %k3, %k1 : vector<16xi32>
    %k5 = arith.xori %k4, %k2 : vector<16xi32>
    affine.vector_store %k5, %C[0] : memref<16xi32>, vector<16xi32>
  }
  return
}

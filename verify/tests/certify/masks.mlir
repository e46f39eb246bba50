// certified
// The rest is a masked vector.
func.func @first(%A: memref<?xf64> {llvm.noalias}, %x: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    %s = arith.mulf %a, %x : f64
    affine.store %s, %A[%i] : memref<?xf64>
  }
  return
}
func.func @second(%A: memref<?xf64> {llvm.noalias}, %x: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  %zero = arith.constant dense<0.0> : vector<4xf64>
  %v = vector.broadcast %x : f64 to vector<4xf64>
  affine.for %i = 0 to %n step 4 {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %left : vector<4xi1>
    %a = vector.maskedload %A[%i], %mask, %zero : memref<?xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
    %s = arith.mulf %a, %v : vector<4xf64>
    vector.maskedstore %A[%i], %mask, %s : memref<?xf64>, vector<4xi1>, vector<4xf64>
  }
  return
}

// certified
// Of three copies of a statement the first takes its row from the iteration before, operands turned round.
func.func @first(%X: memref<?x4xf64> {llvm.noalias}, %Y: memref<?x4xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  %T = memref.alloc() : memref<16x4xf64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %a = affine.load %X[%i, %j] : memref<?x4xf64>
      %b = arith.mulf %a, %two : f64
      affine.store %b, %T[%i, %j] : memref<16x4xf64>
    }
  }
  affine.for %i = 1 to 16 {
    affine.for %j = 0 to 4 {
      %a = affine.load %T[%i - 1, %j] : memref<16x4xf64>
      %b = affine.load %T[%i, %j] : memref<16x4xf64>
      %c = arith.addf %a, %b : f64
      affine.store %c, %Y[%i, %j] : memref<?x4xf64>
    }
  }
  memref.dealloc %T : memref<16x4xf64>
  return
}
func.func @second(%X: memref<?x4xf64> {llvm.noalias}, %Y: memref<?x4xf64> {llvm.noalias}) {
  %two = arith.constant dense<2.0> : vector<4xf64>
  %x = affine.vector_load %X[0, 0] : memref<?x4xf64>, vector<4xf64>
  %above = arith.mulf %x, %two : vector<4xf64>
  affine.for %i = 1 to 16 step 3 iter_args(%before = %above) -> (vector<4xf64>) {
    %a = affine.vector_load %X[%i, 0] : memref<?x4xf64>, vector<4xf64>
    %b = arith.mulf %a, %two : vector<4xf64>
    %c = affine.vector_load %X[%i + 1, 0] : memref<?x4xf64>, vector<4xf64>
    %d = arith.mulf %c, %two : vector<4xf64>
    %e = affine.vector_load %X[%i + 2, 0] : memref<?x4xf64>, vector<4xf64>
    %f = arith.mulf %e, %two : vector<4xf64>
    %p = arith.addf %b, %before : vector<4xf64>
    affine.vector_store %p, %Y[%i, 0] : memref<?x4xf64>, vector<4xf64>
    %q = arith.addf %d, %b : vector<4xf64>
    affine.vector_store %q, %Y[%i + 1, 0] : memref<?x4xf64>, vector<4xf64>
    %r = arith.addf %f, %d : vector<4xf64>
    affine.vector_store %r, %Y[%i + 2, 0] : memref<?x4xf64>, vector<4xf64>
    affine.yield %f : vector<4xf64>
  }
  return
}
